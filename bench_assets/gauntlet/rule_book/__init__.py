"""The gates that cost no model call: one kind of defect a module, each a pure function of a draft and its context."""
