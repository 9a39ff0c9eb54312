//! Machinery that is generic over games.
