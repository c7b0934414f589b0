//! Signed volumes against brute force, and on simplices without extent.
