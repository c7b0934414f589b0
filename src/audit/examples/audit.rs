//! Prints the nine sentences of each line of a file of `batch` lines.

#![allow(clippy::print_stdout, reason = "this is a program")]

use contact_lens_audit::{answer, read_question, sentences};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        for line in std::fs::read_to_string(path)?.lines() {
            let question = read_question(line)?;
            let start = std::time::Instant::now();
            let report = answer(&question)?;
            println!("{} {} in {:.2?}", question.id, report.verdict.name(), start.elapsed());
            for sentence in sentences(&report) {
                println!("  {sentence}");
            }
        }
    }
    Ok(())
}
