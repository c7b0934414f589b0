//! `contact-lens --follow FILE` without a display: prints the answers in new frames of a capture as they are written.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use contact_lens_import::follow::{Changes, Follower, Grown};
use contact_lens_play::{self as play, Precision, Run};
use contact_lens_scene::model::{Query, Scene};

use super::args::Opening;
use super::stdout::Out;
use super::{Failure, Result, terminal_text};

/// Delay after a change of the file, so that frames that are written one by one are read together.
const SETTLING_TIME: Duration = Duration::from_millis(50);

/// Prints the answers in the frames of the capture `path` until the process is ended, or the file can no longer be
/// watched. `reason` says why there is no window.
pub(super) fn follow(path: &Path, opening: &Opening, reason: &str) -> Result {
    let changes = Changes::of(path).map_err(Failure::Message)?;
    let style = terminal_text::Style::of(&io::stderr());
    let plan = format!("The frames of {} are printed as they are written; Ctrl+C stops.", path.display());
    writeln!(io::stderr(), "{} {reason}. {plan}\n", style.strong("No window:"))?;
    let mut printer =
        Printer { query: opening.query.as_deref(), precision: opening.precision.into(), out: Out::standard() };
    let mut follower = Follower::new(path);
    loop {
        match follower.poll().map_err(Failure::Message)? {
            Some(grown) => printer.print(&grown)?,
            None if changes.wait(SETTLING_TIME) => {}
            None => return Ok(super::Ending::Fine),
        }
    }
}

/// Printer of the answers in new frames, with the choice of the queries and of the precision.
struct Printer<'a> {
    /// Name of the query to answer; `None` for all queries.
    query: Option<&'a str>,
    precision: Precision,
    out: Out<io::StdoutLock<'static>>,
}

impl Printer<'_> {
    /// Prints the answers in the frames that `grown` adds to the capture, and quotes on standard error the lines that
    /// could not be read.
    fn print(&mut self, grown: &Grown) -> Result<()> {
        for quote in &grown.skipped {
            writeln!(io::stderr(), "{quote}")?;
        }
        if grown.is_restarted {
            self.out.print_line("The program began a new capture.")?;
        }
        let scene = &grown.scene;
        let first_new = if grown.is_restarted { 0 } else { grown.frames_before };
        if first_new == scene.frames.len() {
            return Ok(());
        }
        let requested = scene.queries.iter().filter(|query| self.query.is_none_or(|name| name == query.name));
        let runs: Vec<(&Query, _)> = requested
            .map(|query| (query, play::open(self.precision, scene, query).map_err(|error| error.to_string())))
            .collect();
        for frame in first_new..scene.frames.len() {
            self.out.print_line(&frame_heading(scene, frame))?;
            for (query, run) in &runs {
                answer_lines(query, run.as_ref(), frame).iter().try_for_each(|line| self.out.print_line(line))?;
            }
        }
        Ok(())
    }
}

/// Returns the line above the answers in a frame: its number, from 0, and its time, seconds, if the capture states one.
fn frame_heading(scene: &Scene, frame: usize) -> String {
    let time = scene.frames.get(frame).and_then(|frame| frame.time);
    time.map_or_else(|| format!("frame {frame}"), |time| format!("frame {frame}, {time} s"))
}

/// Returns a line with the answer in a frame, or with the reason why there is none, and a line for each captured answer
/// outside the proven bracket. `run` is the reason if the query cannot be run at all.
fn answer_lines(query: &Query, run: std::result::Result<&Arc<dyn Run>, &String>, frame: usize) -> Vec<String> {
    let answer = run.map_err(Clone::clone).and_then(|run| run.answer(frame).map_err(|error| error.to_string()));
    match answer {
        Ok(verdict) => {
            let refuted = play::compare(query, &verdict, frame).into_iter().filter(|row| row.judgment.is_wrong());
            let reports = refuted.map(|row| format!("    ✗ {}", row.say()));
            std::iter::once(format!("  {}: {}", query.name, verdict.say)).chain(reports).collect()
        }
        Err(why) => vec![format!("  {}: {why}", query.name)],
    }
}
