//! Daldøs, the running-fight game of Jutland and Jæren, and its relatives.

pub mod odds;
pub mod rules;
