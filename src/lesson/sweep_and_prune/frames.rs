//! Overview of sweep and prune over the frames of a moving scene: a category for each frame, and a table of the numbers
//! of swaps and of changed pairs.

use contact_lens_model::answer::{Shown, number};
use contact_lens_picture::Role;

use crate::{FrameCategory, FrameStrip, Row, Table};

/// Counts of one frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameSwaps {
    /// Number of swaps on each axis.
    pub swaps: Vec<u64>,
    /// Number of pairs that began.
    pub began: usize,
    /// Number of pairs that ended.
    pub ended: usize,
    /// Number of overlapping pairs at the end of the frame.
    pub pairs: usize,
    /// Whether the lists were empty before the frame.
    pub built_lists: bool,
}

/// Categories of the frames, in the order of [`Category`].
const CATEGORIES: &[FrameCategory] = &[
    FrameCategory { name: "frames that build the lists", letter: 'b', role: Role::Axis },
    FrameCategory { name: "frames in order already", letter: '·', role: Role::Grid },
    FrameCategory { name: "frames with swaps, same pairs", letter: 's', role: Role::Member },
    FrameCategory { name: "frames that change pairs", letter: 'P', role: Role::Inside },
];

/// Category of a frame; its value is the index in [`CATEGORIES`].
#[derive(Clone, Copy)]
enum Category {
    /// The lists were empty before the frame.
    BuildsLists,
    /// No endpoint passes another.
    InOrder,
    /// Endpoints swap, but no pair begins or ends.
    SamePairs,
    /// A pair begins or ends.
    ChangesPairs,
}

impl Category {
    /// Category of a frame.
    fn of(frame: &FrameSwaps) -> Self {
        if frame.built_lists {
            Self::BuildsLists
        } else if frame.began + frame.ended > 0 {
            Self::ChangesPairs
        } else if frame.swaps.iter().all(|swaps| *swaps == 0) {
            Self::InOrder
        } else {
            Self::SamePairs
        }
    }
}

/// Overview of the frames of a run, in order. `now` is the index of the current frame. `None` for fewer than two
/// frames.
pub fn strip(history: &[FrameSwaps], now: usize) -> Option<FrameStrip> {
    if history.len() < 2 {
        return None;
    }
    let total: u64 = history.iter().flat_map(|frame| &frame.swaps).sum();
    // In a frame that builds the lists, all pairs are new.
    let sorted_frames = history.iter().filter(|frame| !frame.built_lists);
    let began: usize = sorted_frames.clone().map(|frame| frame.began).sum();
    let ended: usize = sorted_frames.map(|frame| frame.ended).sum();
    let say = format!(
        "The run took {total} swaps in {} frames. After the first frame, {began} pairs began and {ended} ended.",
        history.len()
    );
    let frames = history.iter().map(|frame| Some(Category::of(frame) as usize)).collect();
    Some(FrameStrip { kinds: CATEGORIES, frames, now, say, table: table(history, now) })
}

/// Table with a row for each frame; the row of the frame `now` is chosen.
fn table(history: &[FrameSwaps], now: usize) -> Table {
    let axes = history.first().map_or(0, |frame| frame.swaps.len());
    let mut columns = vec!["frame"];
    columns.extend(["swaps x", "swaps y", "swaps z"].iter().take(axes));
    columns.extend(["began", "ended", "pairs"]);
    let rows = history.iter().enumerate().map(|(i, frame)| Row { cells: cells(i, frame), key: None, chosen: i == now });
    Table { title: "Swaps by frame", columns, rows: rows.collect() }
}

/// Cells of the row of the frame with the index `index`.
fn cells(index: usize, frame: &FrameSwaps) -> Vec<Shown> {
    let mut cells = vec![number::count(index)];
    cells.extend(frame.swaps.iter().map(|swaps| number::count(*swaps as usize)));
    cells.extend([frame.began, frame.ended, frame.pairs].map(number::count));
    cells
}
