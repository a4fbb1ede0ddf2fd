"""The Dagster asset graph: one folder a stage.

In a stage's folder, assets.py and checks.py are wiring and every other module is pure functions of tables.
"""
