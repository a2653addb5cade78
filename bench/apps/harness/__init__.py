"""How the programs of bench/apps are built, run, measured and shown. Used by scripts/bench and tests/apps."""
