//! `contact-lens --follow FILE` without a display: prints the answers of new frames as they arrive.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::args::Opening;
use super::stdout::Out;
use super::{Failure, Result, terminal_text};
use crate::import::follow::{Changes, Follower, Grown};
use crate::play::{self, Precision, Run};
use crate::scene::model::{Query, Scene};

/// Delay after a change, so that frames written one by one are read together.
const DELAY: Duration = Duration::from_millis(50);

/// Prints until the process or the watching of the file ends; `reason` says why there is no window.
pub(super) fn follow(opening: &Opening, reason: &str) -> Result {
    let path = opening.follow.as_deref().unwrap_or(Path::new(""));
    let changes = Changes::of(path).map_err(Failure::Message)?;
    let strong = terminal_text::Style::of(&io::stderr());
    let plan = format!("The frames of {} are printed as they are written; Ctrl+C stops.", path.display());
    writeln!(io::stderr(), "{} {reason}. {plan}\n", strong.strong("No window:"))?;
    let mut printer =
        Printer { query: opening.query.as_deref(), precision: opening.precision.into(), out: Out::standard() };
    let mut follower = Follower::new(path);
    loop {
        match follower.look().map_err(Failure::Message)? {
            Some(grown) => printer.print(&grown)?,
            None if changes.wait(DELAY) => {}
            None => return Ok(super::Ending::Fine),
        }
    }
}

/// Destination and selection of the printed answers.
struct Printer<'a> {
    /// Name of the query to answer; `None` for all queries.
    query: Option<&'a str>,
    precision: Precision,
    out: Out<io::StdoutLock<'static>>,
}

impl Printer<'_> {
    /// Prints the answers of new frames, and quotes on standard error the lines that could not be read.
    fn print(&mut self, grown: &Grown) -> Result<()> {
        for quote in &grown.left {
            writeln!(io::stderr(), "{quote}")?;
        }
        if grown.anew {
            self.out.line("The program began a new capture.")?;
        }
        let scene = &grown.scene;
        let first = if grown.anew { 0 } else { grown.frames_before };
        if first == scene.frames.len() {
            return Ok(());
        }
        let requested = scene.queries.iter().filter(|query| self.query.is_none_or(|name| name == query.name));
        let runs: Vec<(&Query, _)> = requested
            .map(|query| (query, play::open(self.precision, scene, query).map_err(|error| error.to_string())))
            .collect();
        for frame in first..scene.frames.len() {
            self.out.line(&heading(scene, frame))?;
            for (query, run) in &runs {
                answer(query, run.as_ref(), frame).iter().try_for_each(|line| self.out.line(line))?;
            }
        }
        Ok(())
    }
}

/// Formats the number of a frame, and its time if the capture states one.
fn heading(scene: &Scene, frame: usize) -> String {
    let time = scene.frames.get(frame).and_then(|frame| frame.time);
    time.map_or_else(|| format!("frame {frame}"), |time| format!("frame {frame}, {time} s"))
}

/// Returns a line for the answer in a frame, or for the reason why there is none, and one for each captured answer that
/// the bracket excludes.
fn answer(query: &Query, run: std::result::Result<&Arc<dyn Run>, &String>, frame: usize) -> Vec<String> {
    let answer = run.map_err(Clone::clone).and_then(|run| run.answer(frame).map_err(|error| error.to_string()));
    match answer {
        Ok(verdict) => {
            let wrong = play::compare(query, &verdict, frame).into_iter().filter(|row| row.judgment.is_wrong());
            let reports = wrong.map(|row| format!("    ✗ {}", row.say()));
            std::iter::once(format!("  {}: {}", query.name, verdict.say)).chain(reports).collect()
        }
        Err(why) => vec![format!("  {}: {why}", query.name)],
    }
}
