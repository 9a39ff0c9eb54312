//! Explanations of small tables that are made here.
