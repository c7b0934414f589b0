//! How the frames of a moving scene went: how many planes the rejecting plane of the frame before saved.

use crate::answer::number;
use crate::lesson::{Kind, Row, Strip, Table};
use crate::picture::Role;

/// The planes that a frame took, with and without the memory of the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePlanes {
    /// Planes tested when the plane that rejected a body in the frame before comes first.
    pub warm: u64,
    /// Planes tested without that.
    pub cold: u64,
    /// Bodies whose class is another than in the frame before.
    pub changed: usize,
}

const KINDS: &[Kind] = &[
    Kind { name: "as the frame before", letter: '·', role: Role::Ghost },
    Kind { name: "classes changed", letter: 'c', role: Role::Crossing },
];

/// The frames of a scene in which `now` is shown; none of a single frame.
pub(crate) fn strip(history: &[FramePlanes], now: usize) -> Option<Strip> {
    if history.len() < 2 {
        return None;
    }
    let sum = |of: fn(&FramePlanes) -> u64| history.iter().map(of).sum::<u64>();
    let (warm, cold) = (sum(|frame| frame.warm), sum(|frame| frame.cold));
    let say = format!(
        "Testing first the plane that rejected a body in the last frame took {warm} plane tests in all frames; without that \
         memory it takes {cold}. It helps with bodies that stay outside, and changes nothing for the others."
    );
    let kind = |frame: &FramePlanes| usize::from(frame.changed > 0);
    let row = |(i, frame): (usize, &FramePlanes)| Row {
        cells: [i, frame.warm as usize, frame.cold as usize, frame.changed].map(number::count).to_vec(),
        key: None,
        chosen: i == now,
    };
    let mut rows: Vec<Row> = history.iter().enumerate().map(row).collect();
    let all = format!("all {}", history.len()).into();
    let total = vec![all, number::count(warm as usize), number::count(cold as usize), "".into()];
    rows.push(Row { cells: total, key: None, chosen: false });
    let columns = vec!["frame", "last plane first", "without", "changed"];
    let table = Table { title: "Planes by frame", columns, rows };
    Some(Strip { kinds: KINDS, frames: history.iter().map(kind).map(Some).collect(), now, say, table })
}
