//! Exact numbers. Knows nothing else of ours.
