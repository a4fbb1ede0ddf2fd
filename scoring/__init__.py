"""The contract, the judge, the metrics and the statistics; pure, and runs alone.

Nothing here imports Dagster, a model provider, or any other package of this repository.
"""
