//! What is demanded by numbers alone, whatever kind of answer has them.

use super::Expectation;

/// One thing that is demanded: its name in scene files, and what it must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// Exactly so many.
    Count(&'static str, u32),
    /// In meters and their powers, within rounding.
    Size(&'static str, f64),
}

impl Expectation<'_> {
    /// What is demanded of a hull or a farthest corner, by name: whole numbers, and sizes.
    pub fn demands(self) -> Vec<Demand> {
        let count = |name, wanted: Option<u32>| wanted.map(|wanted| Demand::Count(name, wanted));
        let size = |name, wanted: Option<f64>| wanted.map(|wanted| Demand::Size(name, wanted));
        let all = match self {
            Self::PlanarHull(expect) => vec![
                count("dimension", expect.dimension.map(u32::from)),
                count("vertices", expect.vertices),
                size("area", expect.area),
                size("perimeter", expect.perimeter),
            ],
            Self::Hull(expect) => vec![
                count("dimension", expect.dimension.map(u32::from)),
                count("vertices", expect.vertices),
                count("faces", expect.faces),
                size("volume", expect.volume),
                size("area", expect.area),
            ],
            Self::Difference(expect) => vec![
                count("dimension", expect.dimension.map(u32::from)),
                count("vertices", expect.vertices),
                count("faces", expect.faces),
                size("volume", expect.volume),
                size("area", expect.area),
            ],
            Self::Farthest(expect) => {
                vec![count("vertices", expect.vertices), count("levels", expect.levels), size("value", expect.value)]
            }
            _ => Vec::new(),
        };
        all.into_iter().flatten().collect()
    }
}
