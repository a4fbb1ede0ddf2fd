"""Measurements that are run by hand, beside the tests: speed, memory, agreement with planted truth."""
