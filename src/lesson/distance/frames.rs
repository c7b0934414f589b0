//! Overview of the distance query over the frames of a moving scene: the branch of each frame, the iterations that warm
//! starts save, and the runs of EPA that margins avoid. [`strip`] makes the overview from the counts of all frames.

use contact_lens_model::answer::number::{count, length};
use contact_lens_model::snapshot::distance::Outcome;
use contact_lens_picture::Role;

use crate::{FrameCategory, FrameStrip, Row, Table};

/// Result and counts of one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameCount {
    /// Outcome, which determines the branch.
    pub outcome: Outcome,
    /// Signed distance, meters; `None` if unknown.
    pub signed_distance: Option<f64>,
    /// Iterations of GJK from the result of the previous frame.
    pub warm_iterations: u32,
    /// Iterations of GJK from a cold start.
    pub cold_iterations: u32,
    /// Steps of the deep branch; 0 in another branch.
    pub deep_steps: u32,
    /// Steps of the deep branch if the margins were part of the cores; 0 in another branch.
    pub deep_steps_without_margins: u32,
}

/// Categories of frames: the branches of the query.
const BRANCHES: &[FrameCategory] = &[
    FrameCategory { name: "separated", letter: '·', role: Role::Ghost },
    FrameCategory { name: "shallow: margins only", letter: 's', role: Role::Bound },
    FrameCategory { name: "deep: EPA", letter: 'D', role: Role::Penetration },
];

/// Index of the separated branch in [`BRANCHES`].
const SEPARATED: usize = 0;

/// Index of the shallow branch in [`BRANCHES`].
const SHALLOW: usize = 1;

/// Index of the deep branch in [`BRANCHES`].
const DEEP: usize = 2;

/// Branch of an outcome, as an index into [`BRANCHES`].
fn branch(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Separated(_) => SEPARATED,
        Outcome::Shallow(_) => SHALLOW,
        Outcome::Deep(_) => DEEP,
    }
}

/// Name of an outcome's branch in the table.
fn branch_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated(_) => "separated",
        Outcome::Shallow(_) => "shallow",
        Outcome::Deep(_) => "deep",
    }
}

/// Overview of the frames of `history`; `now` is the index of the current frame. `is_warm_started` says whether each
/// frame starts from the result of the previous one.
pub fn strip(history: &[FrameCount], now: usize, is_warm_started: bool) -> FrameStrip {
    let frames = history.iter().map(|frame| Some(branch(frame.outcome))).collect();
    let strip = FrameStrip { kinds: BRANCHES, frames, now, say: String::new(), table: table(history, now) };
    FrameStrip { say: strip_sentence(&strip, history, is_warm_started), ..strip }
}

/// Sentences on the frames per branch, on EPA's work that margins save, and on the iterations that warm starts save.
fn strip_sentence(strip: &FrameStrip, history: &[FrameCount], is_warm_started: bool) -> String {
    let separated = strip.count(SEPARATED);
    let shallow = strip.count(SHALLOW);
    let deep = strip.count(DEEP);
    let mut say = format!(
        "Of {} frames, {separated} are separated, {shallow} shallow and {deep} deep; only the deep ones need EPA.",
        history.len()
    );
    if shallow > 0 {
        let deep_without_margins = history.iter().filter(|frame| frame.deep_steps_without_margins > 0).count();
        let saved_runs = deep_without_margins.saturating_sub(deep);
        let steps_without_margins = sum(history, |frame| frame.deep_steps_without_margins);
        let saved_steps = steps_without_margins.saturating_sub(sum(history, |frame| frame.deep_steps));
        say += &format!(
            " With the margins as part of the cores, {deep_without_margins} frames would need EPA: {saved_runs} more \
             runs and {saved_steps} more steps."
        );
    }
    if is_warm_started {
        let warm = sum(history, |frame| frame.warm_iterations);
        let cold = sum(history, |frame| frame.cold_iterations);
        say += &format!(" Warm starts take {warm} iterations of GJK over all frames; cold starts take {cold}.");
    }
    say
}

/// Sum of a count over all frames.
fn sum(history: &[FrameCount], count_of: fn(&FrameCount) -> u32) -> u32 {
    history.iter().map(count_of).sum()
}

/// Table of all frames, with the sums in the last row.
fn table(history: &[FrameCount], now: usize) -> Table {
    let mut rows: Vec<Row> = history
        .iter()
        .enumerate()
        .map(|(i, frame)| Row {
            cells: vec![
                count(i),
                branch_name(frame.outcome).into(),
                frame.signed_distance.map_or_else(|| "not known".into(), length),
                count(frame.warm_iterations as usize),
                count(frame.cold_iterations as usize),
                count(frame.deep_steps as usize),
                count(frame.deep_steps_without_margins as usize),
            ],
            key: None,
            chosen: i == now,
        })
        .collect();
    let cells = vec![
        "all".into(),
        "".into(),
        "".into(),
        count(sum(history, |frame| frame.warm_iterations) as usize),
        count(sum(history, |frame| frame.cold_iterations) as usize),
        count(sum(history, |frame| frame.deep_steps) as usize),
        count(sum(history, |frame| frame.deep_steps_without_margins) as usize),
    ];
    rows.push(Row { cells, key: None, chosen: false });
    Table {
        title: "Branch by frame",
        columns: vec!["frame", "branch", "distance", "warm", "cold", "EPA steps", "EPA, no margins"],
        rows,
    }
}
