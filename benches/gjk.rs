//! GJK against parry3d on the same pairs, in one run.
fn main() {}
