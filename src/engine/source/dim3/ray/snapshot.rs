//! Snapshots of a ray cast as plain data in `f64`, in the world.

use contact_lens_model::snapshot::{Snapshots, ToF64, ray};

use super::chord::Chord;
use super::stepper::{Phase, RayCast};
use super::{Answer, Outcome};

impl From<Outcome> for ray::Outcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Hit => Self::Hit,
            Outcome::StartsInside => Self::StartsInside,
            Outcome::Miss => Self::Miss,
            Outcome::Grazing => Self::Grazing,
        }
    }
}

impl<V: Copy + ToF64<F64 = glam::DVec3>> Answer<V> {
    /// The answer as plain data.
    pub fn snapshot(&self) -> ray::Answer {
        ray::Answer {
            outcome: self.outcome.into(),
            t: self.t.map(|t| t.to_f64()),
            lower: self.lower.to_f64(),
            upper: self.upper.map(|t| t.to_f64()),
            point: self.point.map(|v| v.to_f64()),
            normal: self.normal.map(|v| v.to_f64()),
            exit: self.exit.map(|t| t.to_f64()),
        }
    }
}

impl RayCast {
    /// A chord as plain data.
    fn chord(&self, chord: &Chord) -> ray::Chord {
        let [normal, exit_normal] =
            [chord.normal, chord.exit_normal].map(|normal| normal.and_then(|n| self.in_world(n)).map(|n| n.to_f64()));
        ray::Chord {
            entry: chord.entry,
            exit: chord.exit,
            estimate: chord.estimate,
            normal,
            exit_normal,
            is_nonempty: chord.is_nonempty,
        }
    }
}

impl Snapshots for RayCast {
    type Snapshot = ray::Cast;

    fn snapshot(&self) -> ray::Cast {
        let phase = match self.phase {
            Phase::Pieces => ray::Phase::Pieces,
            Phase::Exact => ray::Phase::Exact,
            Phase::Gjk => ray::Phase::Gjk,
        };
        let composition = self.composition.as_ref().map(|composition| ray::Composition {
            rule: composition.rule(),
            count: composition.count(),
            combined: composition.combined,
            latest: composition.latest.map(|piece| ray::Piece {
                kind: piece.kind,
                index: piece.index,
                chord: self.chord(&piece.chord),
            }),
            chord: self.chord(&composition.chord),
        });
        ray::Cast { phase, composition, answer: self.answer().map(Answer::snapshot) }
    }
}
