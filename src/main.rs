//! The program: the window when no job is named, the command line otherwise.

fn main() {}
