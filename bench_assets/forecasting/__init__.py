"""What a build will ask of models and what that will cost, told before anything is asked."""
