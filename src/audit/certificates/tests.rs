//! Tests of reading captures.
