"""The leaderboard, and what people look at."""
