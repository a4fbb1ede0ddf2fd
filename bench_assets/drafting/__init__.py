"""Facts with verbatim quotes, and the tasks drafted from them."""
