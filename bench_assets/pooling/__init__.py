"""Who retrieved what, and which documents support which task."""
