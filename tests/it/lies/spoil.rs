//! Ways to spoil an answer, one value at a time: what a value is made of is listed once, and spoiled from there.

use glam::{DVec2, DVec3};
use std::sync::Arc;

/// An answer with one value spoiled.
#[derive(Debug)]
pub struct Lie<T> {
    /// Which value, and how: `points[1].depth larger`.
    pub name: String,
    /// The answer.
    pub claimed: T,
}

impl<T> Lie<T> {
    fn new(how: &str, claimed: T) -> Self {
        Self { name: format!(" {how}"), claimed }
    }

    /// A lie about the whole, of a lie about a part of it.
    pub fn within<W>(self, part: &str, whole: impl FnOnce(T) -> W) -> Lie<W> {
        let dot = if self.name.starts_with([' ', '[', '.']) || part.is_empty() { "" } else { "." };
        Lie { name: format!("{part}{dot}{}", self.name), claimed: whole(self.claimed) }
    }

    /// The name without numbers: `points[].depth larger`.
    pub fn kind(&self) -> String {
        let mut inside = false;
        let keep = |c: &char| {
            inside = (inside || *c == '[') && *c != ']';
            !inside || *c == '['
        };
        self.name.chars().filter(keep).collect()
    }
}

/// What can be spoiled.
pub trait Spoil: Clone + PartialEq {
    /// Every way to spoil it, each by one change. Numbers are spoiled by `by`, in their own units.
    fn lies(&self, by: f64) -> Vec<Lie<Self>>;

    /// A value where there is none.
    fn invented() -> Option<Self> {
        None
    }

    /// Whether one in the other's place is no lie.
    fn is_like(&self, other: &Self, _by: f64) -> bool {
        self == other
    }
}

impl Spoil for f64 {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let mut all =
            vec![Lie::new("larger", self + by), Lie::new("smaller", self - by), Lie::new("no number", f64::NAN)];
        // The sign of next to nothing says nothing.
        if 2.0 * self.abs() > by {
            all.push(Lie::new("with the other sign", -self));
        }
        all
    }

    fn invented() -> Option<Self> {
        Some(0.0)
    }

    fn is_like(&self, other: &Self, by: f64) -> bool {
        2.0 * (self - other).abs() <= by
    }
}

/// Counts and numbers of things.
macro_rules! spoil_counts {
    ($($count:ty),*) => {$(
        impl Spoil for $count {
            fn lies(&self, _: f64) -> Vec<Lie<Self>> {
                let fewer = self.checked_sub(1).map(|fewer| Lie::new("less by 1", fewer));
                fewer.into_iter().chain([Lie::new("more by 1", self.saturating_add(1))]).collect()
            }

            fn invented() -> Option<Self> {
                Some(0)
            }
        }
    )*};
}
spoil_counts!(u8, u32, u64, usize);

impl Spoil for bool {
    fn lies(&self, _: f64) -> Vec<Lie<Self>> {
        vec![Lie::new("flipped", !self)]
    }

    fn invented() -> Option<Self> {
        Some(false)
    }
}

impl Spoil for String {
    fn lies(&self, _: f64) -> Vec<Lie<Self>> {
        vec![Lie::new("replaced", String::from("another")), Lie::new("left out", String::new())]
    }

    fn invented() -> Option<Self> {
        Some(String::from("another"))
    }
}

impl Spoil for &'static str {
    fn lies(&self, _: f64) -> Vec<Lie<Self>> {
        vec![Lie::new("replaced", "another")]
    }
}

/// Vectors, by their coordinates.
macro_rules! spoil_vectors {
    ($($vector:ty: $($axis:ident)+;)*) => {$(
        impl Spoil for $vector {
            fn lies(&self, by: f64) -> Vec<Lie<Self>> {
                let mut all = Vec::new();
                $(all.extend(self.$axis.lies(by).into_iter().map(|lie| {
                    lie.within(concat!(".", stringify!($axis)), |$axis| Self { $axis, ..*self })
                }));)+
                all
            }

            fn invented() -> Option<Self> {
                Some(Self::X)
            }

            fn is_like(&self, other: &Self, by: f64) -> bool {
                self.distance(*other) <= by
            }
        }
    )*};
}
spoil_vectors!(DVec3: x y z; DVec2: x y;);

/// Lists: entries dropped, doubled, swapped, spoiled; the first, the middle and the last of many.
impl<T: Spoil> Spoil for Vec<T> {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let mut all = Vec::new();
        let last = self.len().saturating_sub(1);
        let mut places = vec![0, self.len() / 2, last];
        places.dedup();
        for i in places.into_iter().filter(|i| *i < self.len()) {
            let changed = |change: &dyn Fn(&mut Self)| {
                let mut list = self.clone();
                change(&mut list);
                list
            };
            let (at, next) = (format!("[{i}]"), (i + 1) % self.len());
            let mut lies = vec![
                Lie::new("dropped", changed(&|list| _ = list.remove(i))),
                Lie::new("doubled", changed(&|list| list.insert(i, self[i].clone()))),
            ];
            if !self[i].is_like(&self[next], by) {
                lies.push(Lie::new("swapped", changed(&|list| list.swap(i, next))));
            }
            all.extend(lies.into_iter().map(|lie| lie.within(&at, |list| list)));
            let entries = self[i].lies(by).into_iter();
            all.extend(entries.map(|lie| lie.within(&at, |entry| changed(&|list| list[i] = entry.clone()))));
        }
        if let (true, Some(invented)) = (self.is_empty(), T::invented()) {
            all.push(Lie::new("invented", vec![invented]));
        }
        all
    }

    fn invented() -> Option<Self> {
        Some(Vec::new())
    }
}

impl<T: Spoil> Spoil for Arc<[T]> {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        self.to_vec().lies(by).into_iter().map(|lie| lie.within("", Self::from)).collect()
    }
}

impl<T: Spoil, const N: usize> Spoil for [T; N] {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let mut all = Vec::new();
        for i in 0..N {
            let with = |entry: T| {
                let mut list = self.clone();
                list[i] = entry;
                list
            };
            all.extend(self[i].lies(by).into_iter().map(|lie| lie.within(&format!("[{i}]"), with)));
            let next = (i + 1) % N;
            if !self[i].is_like(&self[next], by) {
                let mut swapped = self.clone();
                swapped.swap(i, next);
                all.push(Lie { name: format!("[{i}] swapped"), claimed: swapped });
            }
        }
        all
    }

    fn invented() -> Option<Self> {
        let one = T::invented()?;
        Some(std::array::from_fn(|_| one.clone()))
    }
}

impl<T: Spoil> Spoil for Option<T> {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        match self {
            Some(value) => {
                let spoiled = value.lies(by).into_iter().map(|lie| lie.within("", Some));
                spoiled.chain([Lie::new("left out", None)]).collect()
            }
            None => T::invented().map(|value| Lie::new("invented", Some(value))).into_iter().collect(),
        }
    }
}

impl<A: Spoil, B: Spoil> Spoil for (A, B) {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let first = self.0.lies(by).into_iter().map(|lie| lie.within(".0", |first| (first, self.1.clone())));
        let second = self.1.lies(by).into_iter().map(|lie| lie.within(".1", |second| (self.0.clone(), second)));
        first.chain(second).collect()
    }

    fn invented() -> Option<Self> {
        Some((A::invented()?, B::invented()?))
    }
}

/// A direction: beside its coordinates, turned and keeping its length, and the other way round.
pub fn direction(n: &Option<DVec3>, by: f64) -> Vec<Lie<Option<DVec3>>> {
    let mut all = n.lies(by);
    if let Some(n) = n {
        let (side, other) = n.any_orthonormal_pair();
        // Within the plane or within the world: the turn about z comes first.
        let ways =
            [("turned", side), ("turned back", -side), ("turned across", other), ("turned about z", n.cross(DVec3::Z))];
        let ways = ways.into_iter().filter(|(_, way)| way.length() > 0.5);
        all.extend(ways.map(|(how, way)| Lie::new(how, Some((*n + 0.2 * way).normalize()))));
        all.push(Lie::new("the other way", Some(-*n)));
    }
    all
}

/// A sum: by a share of it, where that is more.
pub fn sum(x: &f64, by: f64) -> Vec<Lie<f64>> {
    x.lies(by.max(0.05 * x.abs()))
}

/// The table of a struct: every field, spoiled by what it is or by a function of its own. A field that is not listed, or a new
/// one, does not compile.
macro_rules! spoiled {
    ($($whole:ident { $($field:ident $(by $spoil:path)?),* $(,)? })*) => {$(
        impl $crate::lies::spoil::Spoil for $whole {
            fn lies(&self, by: f64) -> Vec<$crate::lies::spoil::Lie<Self>> {
                let Self { $($field),* } = self;
                let mut all = Vec::new();
                $(
                    let lies = spoiled!(@lies $field, by $(, $spoil)?);
                    all.extend(lies.into_iter().map(|lie| {
                        lie.within(stringify!($field), |$field| Self { $field, ..self.clone() })
                    }));
                )*
                // What reads as before is no lie.
                all.retain(|lie| lie.claimed != *self);
                all
            }
        }
    )*};
    (@lies $field:ident, $by:ident) => { $crate::lies::spoil::Spoil::lies($field, $by) };
    (@lies $field:ident, $by:ident, $spoil:path) => { $spoil($field, $by) };
}
pub(super) use spoiled;
