//! Every tolerance of the engine, each with its derivation, its unit, and what breaks if it changes.
