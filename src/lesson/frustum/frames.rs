//! Overview of culling over the frames of a moving scene: plane tests saved by the previous frame's rejecting planes.

use contact_lens_model::answer::number;
use contact_lens_picture::Role;

use crate::{FrameCategory, FrameStrip, Row, Table};

/// Plane tests of one frame, with and without memory of the previous frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePlanes {
    /// Number of tests if the previous frame's rejecting plane comes first.
    pub warm: u64,
    /// Number of tests without memory.
    pub cold: u64,
    /// Number of bodies whose class differs from the previous frame's; 0 in the first frame.
    pub changed: usize,
}

/// Categories of the frames, in the order of [`FIRST`], [`UNCHANGED`] and [`CHANGED`].
const CATEGORIES: &[FrameCategory] = &[
    FrameCategory { name: "first frame", letter: '0', role: Role::Axis },
    FrameCategory { name: "classes as in the last frame", letter: '·', role: Role::Ghost },
    FrameCategory { name: "classes changed", letter: 'c', role: Role::Crossing },
];

/// Index in [`CATEGORIES`] of the first frame.
const FIRST: usize = 0;

/// Index in [`CATEGORIES`] of frames in which each body has the class of the previous frame.
const UNCHANGED: usize = 1;

/// Index in [`CATEGORIES`] of frames in which the class of a body differs from that of the previous frame.
const CHANGED: usize = 2;

/// Category of the frame with the index `index`.
fn category(index: usize, frame: &FramePlanes) -> usize {
    if index == 0 {
        FIRST
    } else if frame.changed == 0 {
        UNCHANGED
    } else {
        CHANGED
    }
}

/// Returns the overview of the frames `history` with the current frame's index `now`; `None` for a single frame.
pub fn strip(history: &[FramePlanes], now: usize) -> Option<FrameStrip> {
    if history.len() < 2 {
        return None;
    }
    let warm = history.iter().map(|frame| frame.warm).sum::<u64>();
    let cold = history.iter().map(|frame| frame.cold).sum::<u64>();
    let say = format!(
        "The run took {warm} plane tests in all frames: the plane that rejected a body last is tested first. Without that \
         order, the run takes {cold}."
    );
    let mut rows: Vec<Row> = history
        .iter()
        .enumerate()
        .map(|(i, frame)| Row {
            cells: vec![
                number::count(i),
                number::count(frame.warm as usize),
                number::count(frame.cold as usize),
                number::count(frame.changed),
            ],
            key: None,
            chosen: i == now,
        })
        .collect();
    let name = format!("all {}", history.len()).into();
    let total = vec![name, number::count(warm as usize), number::count(cold as usize), "".into()];
    rows.push(Row { cells: total, key: None, chosen: false });
    let columns = vec!["frame", "last plane first", "without", "changed"];
    let table = Table { title: "Planes by frame", columns, rows };
    Some(FrameStrip {
        kinds: CATEGORIES,
        frames: history.iter().enumerate().map(|(index, frame)| Some(category(index, frame))).collect(),
        now,
        say,
        table,
    })
}
