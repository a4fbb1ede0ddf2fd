"""What a release's TOML says, one section a stage."""
