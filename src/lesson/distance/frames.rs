//! Overview of the distance query over the frames of a moving scene: the branch of each frame, the iterations that warm
//! starts save, and the runs of EPA that margins avoid.

use crate::answer::number::{count, length};
use crate::lesson::{FrameCategory, FrameStrip, Row, Table};
use crate::picture::Role;
use crate::snapshot::distance::Outcome;

/// Counts of one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameCount {
    /// Outcome, which determines the branch.
    pub outcome: Outcome,
    /// Signed distance, meters; `None` if unknown.
    pub signed_distance: Option<f64>,
    /// Number of iterations of GJK with a warm start, and with a cold start.
    pub iterations: [u32; 2],
    /// Number of steps of the deep branch with the margins as requested, and with the margins as part of the cores.
    pub deep: [u32; 2],
}

/// Categories of frames: the branches of the query.
const KINDS: &[FrameCategory] = &[
    FrameCategory { name: "separated", letter: '·', role: Role::Ghost },
    FrameCategory { name: "shallow: margins only", letter: 's', role: Role::Bound },
    FrameCategory { name: "deep: EPA", letter: 'D', role: Role::Penetration },
];

/// Branch of an outcome, as an index into [`KINDS`].
fn branch(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Separated(_) => 0,
        Outcome::Shallow(_) => 1,
        Outcome::Deep(_) => 2,
    }
}

/// Overview of the frames of `history`; `now` is the index of the current frame. `warm` says whether each frame
/// starts from the result of the previous one.
pub fn strip(history: &[FrameCount], now: usize, warm: bool) -> FrameStrip {
    let frames = history.iter().map(|frame| Some(branch(frame.outcome))).collect();
    let strip = FrameStrip { kinds: KINDS, frames, now, say: String::new(), table: table(history, now) };
    FrameStrip { say: strip_sentence(&strip, history, warm), ..strip }
}

/// Summary of the frames.
fn strip_sentence(strip: &FrameStrip, history: &[FrameCount], warm: bool) -> String {
    let [separated, shallow, deep] = [0, 1, 2].map(|kind| strip.count(kind));
    let mut say = format!(
        "Of {} frames, {separated} are separated, {shallow} shallow and {deep} deep; only the deep ones need EPA.",
        history.len()
    );
    let deep_without_margins = history.iter().filter(|frame| frame.deep[1] > 0).count();
    if shallow > 0 {
        let steps: u32 = history.iter().map(|frame| frame.deep[0]).sum();
        let steps_without_margins: u32 = history.iter().map(|frame| frame.deep[1]).sum();
        let saved = steps_without_margins.saturating_sub(steps);
        say += &format!(
            " With the margins as part of the cores, {deep_without_margins} frames would need EPA: {} more runs and {saved} more steps.",
            deep_without_margins.saturating_sub(deep)
        );
    }
    if warm {
        let warm: u32 = history.iter().map(|frame| frame.iterations[0]).sum();
        let cold: u32 = history.iter().map(|frame| frame.iterations[1]).sum();
        say += &format!(" Warm starts take {warm} iterations of GJK over all frames; cold starts take {cold}.");
    }
    say
}

/// Table of all frames, with the totals in the last row.
fn table(history: &[FrameCount], now: usize) -> Table {
    let mut rows: Vec<Row> = history
        .iter()
        .enumerate()
        .map(|(i, frame)| Row {
            cells: vec![
                count(i),
                ["separated", "shallow", "deep"][branch(frame.outcome)].into(),
                frame.signed_distance.map_or_else(|| "not known".into(), length),
                count(frame.iterations[0] as usize),
                count(frame.iterations[1] as usize),
                count(frame.deep[0] as usize),
                count(frame.deep[1] as usize),
            ],
            key: None,
            chosen: i == now,
        })
        .collect();
    let cells = vec![
        "all".into(),
        "".into(),
        "".into(),
        count(history.iter().map(|frame| frame.iterations[0]).sum::<u32>() as usize),
        count(history.iter().map(|frame| frame.iterations[1]).sum::<u32>() as usize),
        count(history.iter().map(|frame| frame.deep[0]).sum::<u32>() as usize),
        count(history.iter().map(|frame| frame.deep[1]).sum::<u32>() as usize),
    ];
    rows.push(Row { cells, key: None, chosen: false });
    Table {
        title: "Branch by frame",
        columns: vec!["frame", "branch", "distance", "warm", "cold", "EPA steps", "EPA, no margins"],
        rows,
    }
}
