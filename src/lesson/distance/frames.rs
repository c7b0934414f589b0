//! Overview of distance queries over the frames of a moving scene: branches, iterations saved by the warm start, and
//! runs of EPA avoided by the margins.

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
    /// Iterations of GJK: warm and cold.
    pub iterations: [u32; 2],
    /// Steps of the deep branch: as requested, and with the margins as a part of the cores.
    pub deep: [u32; 2],
}

const KINDS: &[FrameCategory] = &[
    FrameCategory { name: "separated", letter: '·', role: Role::Ghost },
    FrameCategory { name: "shallow: margins only", letter: 's', role: Role::Bound },
    FrameCategory { name: "deep: EPA", letter: 'D', role: Role::Penetration },
];

fn branch(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Separated(_) => 0,
        Outcome::Shallow(_) => 1,
        Outcome::Deep(_) => 2,
    }
}

/// Overview of the frames of `history`; `warm` is true if frames start from the previous one.
pub fn strip(history: &[FrameCount], now: usize, warm: bool) -> FrameStrip {
    let frames = history.iter().map(|frame| Some(branch(frame.outcome))).collect();
    let strip = FrameStrip { kinds: KINDS, frames, now, say: String::new(), table: table(history, now) };
    FrameStrip { say: strip_sentence(&strip, history, warm), ..strip }
}

fn strip_sentence(strip: &FrameStrip, history: &[FrameCount], warm: bool) -> String {
    let [separated, shallow, deep] = [0, 1, 2].map(|kind| strip.count(kind));
    let mut say = format!(
        "Of {} frames, {separated} are separated, {shallow} shallow and {deep} deep; only the deep ones need EPA.",
        history.len()
    );
    let without = history.iter().filter(|frame| frame.deep[1] > 0).count();
    if shallow > 0 {
        let saved = history
            .iter()
            .map(|frame| frame.deep[1])
            .sum::<u32>()
            .saturating_sub(history.iter().map(|frame| frame.deep[0]).sum::<u32>());
        say += &format!(
            " With the margins as part of the cores, {without} frames would need EPA: {} more runs and {saved} more steps.",
            without.saturating_sub(deep)
        );
    }
    if warm {
        let [warm, cold] = [
            history.iter().map(|frame| frame.iterations[0]).sum::<u32>(),
            history.iter().map(|frame| frame.iterations[1]).sum::<u32>(),
        ];
        say += &format!(" Warm starts take {warm} iterations of GJK over all frames; cold starts take {cold}.");
    }
    say
}

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
