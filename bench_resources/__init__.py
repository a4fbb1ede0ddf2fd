"""Adapters to the world: models, indexes, files, and the embedded reader and corpus.

May import `scoring`; never `bench_assets`, and Dagster only in resources.py and io_managers.py.
"""
