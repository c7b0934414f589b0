//! How the frames of a moving scene went: whether the line of the frame before was enough.

use crate::answer::number;
use crate::lesson::{Kind, Row, Strip, Table};
use crate::picture::Role;

/// How a frame was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Went {
    /// The line of the frame before still has a gap.
    ByCache,
    /// Another line was found to have one.
    Searched,
    /// No line has a gap.
    Together,
}

/// The lines that a frame took, with and without the line of the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameLines {
    /// Lines tried when that of the frame before came first.
    pub cached: u32,
    /// Lines tried without it.
    pub cold: u32,
    /// How it was decided.
    pub went: Went,
}

const KINDS: &[Kind] = &[
    Kind { name: "apart, by the line of the frame before", letter: '·', role: Role::Ghost },
    Kind { name: "apart, by another line", letter: 's', role: Role::Axis },
    Kind { name: "overlapping", letter: 'O', role: Role::Penetration },
];

/// The frames of a scene in which `now` is shown; none of a single frame.
pub fn strip(history: &[FrameLines], now: usize) -> Option<Strip> {
    if history.len() < 2 {
        return None;
    }
    let sum = |of: fn(&FrameLines) -> u32| history.iter().map(of).sum::<u32>();
    let (cached, cold) = (sum(|frame| frame.cached), sum(|frame| frame.cold));
    let once = history.iter().filter(|frame| frame.went == Went::ByCache).count();
    let say = format!(
        "If the line of the frame before is tried first, all frames together try {cached} lines; if not, {cold}. In {once} of \
         {} frames that one line was enough.",
        history.len()
    );
    let frames = history.iter().map(|frame| Some(frame.went as usize)).collect();
    Some(Strip { kinds: KINDS, frames, now, say, table: table(history, now, [cached, cold]) })
}

fn table(history: &[FrameLines], now: usize, [cached, cold]: [u32; 2]) -> Table {
    let row = |(i, frame): (usize, &FrameLines)| Row {
        cells: vec![
            number::count(i),
            number::count(frame.cached as usize),
            number::count(frame.cold as usize),
            KINDS[frame.went as usize].name.into(),
        ],
        key: None,
        chosen: i == now,
    };
    let mut rows: Vec<Row> = history.iter().enumerate().map(row).collect();
    let all = format!("all {}", history.len());
    let total = vec![all.into(), number::count(cached as usize), number::count(cold as usize), "".into()];
    rows.push(Row { cells: total, key: None, chosen: false });
    Table { title: "Lines by frame", columns: vec!["frame", "last line first", "without", "result"], rows }
}
