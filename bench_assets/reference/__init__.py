"""Reference systems, which submit like anybody else."""
