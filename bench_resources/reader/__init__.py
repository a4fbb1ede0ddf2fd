"""The embedded reader: answers every prompt role by rules, without network or weights.

Knows nothing of any corpus. Drafting (facts) and answering share no pattern, or the gauntlet would agree with itself.
"""
