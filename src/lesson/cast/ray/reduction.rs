//! Reduction of the simplex in a step of the ray cast: its sub-step (beat) with pictures, sentence and table.

use contact_lens_model::answer::number::{count, length, measured, weight};
use contact_lens_model::snapshot::simplex::{Subset, members};
use contact_lens_picture::{Picture, Role};

use super::{RayView, ShownPart};
use crate::{Beat, Detail, Event, Row, Sentence, Table, Value, add_named_point, say, symbol};

impl RayView<'_> {
    /// Beat of the simplex that remains of `W` and `p`.
    pub(super) fn reduction_beat(&self) -> Beat {
        // Distance `|u|` of `x` from the simplex minus the margin `μ`.
        let apart = self.after.by_surface.left;
        let is_at_simplex = apart.abs() <= self.after.progress.rounding;
        let has_simplex = self.after.filled != 0;
        let mut beat = self.step.beat("reduce", self.reduction_sentence(apart, is_at_simplex), || {
            let mut pictures = self.pictures(ShownPart::Reduced);
            let cso = pictures.edit("cso");
            self.add_reduced_simplex(cso);
            // A length below rounding error is printed, but not drawn.
            if has_simplex && !is_at_simplex {
                self.add_distance_to_simplex(cso, apart);
            }
            pictures
        });
        if self.step.detail == Detail::Full {
            beat.values = self.clipped_values();
            if has_simplex {
                beat.values.push(self.distance_to_simplex(apart, is_at_simplex));
            }
        }
        beat.tables = self.step.detail.full(|| vec![self.table()]);
        beat.event = Some(Event::Reduction);
        beat.stops = vec![self.surface_test()];
        beat
    }

    /// Adds the simplex after the step, with the names of its vertices, and the vertices that the step removes.
    fn add_reduced_simplex(&self, cso: &mut Picture) {
        self.add_simplex(cso, self.after, self.after.filled, Role::Simplex);
        self.add_vertex_names(cso);
        for i in members(self.after.joined & !self.after.filled) {
            let name = self.vertex_name(i);
            add_named_point(cso, Role::Removed, &self.vertex_mark(i), self.vertex(self.after, i), name);
        }
    }

    /// Adds the segment from the margin around the simplex to `x` with its length; `apart` is the length, meters,
    /// negative for an `x` inside the margin.
    fn add_distance_to_simplex(&self, cso: &mut Picture, apart: f64) {
        let x = self.context().r() * self.after.progress.t;
        let u = self.context().pair.space.cso(self.after.u).normalize_or_zero() * apart;
        cso.segment(Role::Upper, "u", x - u, x);
        // The nearest point within W; a vertex has a mark of its own.
        if self.after.filled.count_ones() > 1 && self.after.progress.margin <= self.after.progress.rounding {
            cso.point(Role::Upper, "u", x - u);
        }
        cso.label(Role::Upper, "u", x - 0.5 * u, length(apart.abs()).text);
    }

    /// Distance `apart`, meters, of `x` from the margin around the simplex `W` as a value without a sign.
    /// `is_at_simplex` says whether the distance is below rounding error, and so has no mark.
    fn distance_to_simplex(&self, apart: f64, is_at_simplex: bool) -> Value {
        if is_at_simplex {
            Value::number(symbol::DISTANCE_TO_W, measured(apart, self.after.progress.rounding))
        } else {
            Value::of(symbol::DISTANCE_TO_W, length(apart.abs()), "u")
        }
    }

    /// Names of vertices of `W ∪ {p}`.
    fn names(&self, subset: Subset) -> impl Iterator<Item = Sentence> {
        members(subset).map(|i| Sentence::mark(self.vertex_name(i), self.vertex_mark(i)))
    }

    /// Phrase on a point of `W`, with the names of its vertices: `on the edge w0 p`.
    fn place_on_simplex(&self) -> Sentence {
        let filled = self.after.filled;
        let kind = match filled.count_ones() {
            1 => "at the vertex",
            2 => "on the edge",
            3 => "on the triangle",
            _ => "inside the tetrahedron",
        };
        self.names(filled).fold(Sentence::from(kind), |name, vertex| say!("{} {}", name, vertex))
    }

    /// Sentence on the point of `W ∪ {p}` nearest to `x`, and on the vertices that are removed. `apart` is the distance
    /// of that point from `x` minus the margin around `W`, meters; negative for an `x` inside the margin.
    /// `is_at_simplex` says whether `apart` is below rounding error.
    fn reduction_sentence(&self, apart: f64, is_at_simplex: bool) -> Sentence {
        if self.after.filled == 0 {
            return Sentence::from("The simplex W has come no nearer to x, so a distance query decides.");
        }
        let nearest = if is_at_simplex {
            self.contact_sentence()
        } else if self.after.joined.count_ones() == 1 && apart >= 0.0 {
            self.first_vertex_sentence(apart)
        } else {
            self.nearest_point_sentence(apart)
        };
        let removed = self.after.joined & !self.after.filled;
        match removed.count_ones() {
            0 => nearest,
            1 => say!("{} {} is not needed and is removed.", nearest, Sentence::list(self.names(removed))),
            _ => say!("{} {} are not needed and are removed.", nearest, Sentence::list(self.names(removed))),
        }
    }

    /// Whether balls around the cores put a margin around `W`.
    fn has_margin(&self) -> bool {
        self.after.progress.margin > self.after.progress.rounding
    }

    /// Sentence on an `x` at the simplex or on its margin, to rounding.
    fn contact_sentence(&self) -> Sentence {
        let x = Sentence::mark("x", "x");
        let place = self.place_on_simplex();
        if self.has_margin() {
            say!("{} is on the surface of the margin around W, nearest to a point {}.", x, place)
        } else {
            say!("{} lies {} of W, to rounding.", x, place)
        }
    }

    /// Sentence on the first vertex of the simplex and its distance `apart` from `x`, meters.
    fn first_vertex_sentence(&self, apart: f64) -> Sentence {
        let x = Sentence::mark("x", "x");
        let vertex = Sentence::list(self.names(self.after.filled));
        let distance = self.distance_to_simplex(apart, false);
        if self.has_margin() {
            say!(
                "{} is the first vertex of the simplex W; the margin around it begins {} from {}.",
                vertex,
                distance,
                x
            )
        } else {
            say!("{} is the first vertex of the simplex W, {} from {}.", vertex, distance, x)
        }
    }

    /// Sentence on the point of the simplex nearest to `x`; `apart` is its distance from `x` minus the margin, meters.
    fn nearest_point_sentence(&self, apart: f64) -> Sentence {
        let x = Sentence::mark("x", "x");
        let place = self.place_on_simplex();
        let distance = self.distance_to_simplex(apart, false);
        if apart < 0.0 {
            say!("{} lies {} deep in the margin around W, nearest to a point {}.", x, distance, place)
        } else if self.has_margin() {
            say!(
                "Of the simplex W with p, the point nearest to {} lies {}; the margin around W begins {} from {}.",
                &x,
                place,
                distance,
                &x
            )
        } else {
            say!("Of the simplex W with p, the point nearest to {} lies {}, {} from {}.", &x, place, distance, &x)
        }
    }

    /// Table of the simplex `W` with the new support point.
    fn table(&self) -> Table {
        let space = &self.context().pair.space;
        let rows = members(self.after.joined)
            .map(|i| Row {
                cells: vec![
                    count(i),
                    self.context().vector(space.cso(self.after.simplex[i].w)),
                    weight(self.after.lambda[i]),
                    if i == usize::from(self.after.slot) { "p".into() } else { "".into() },
                ],
                key: Some(format!("simplex/{i}").into()),
                chosen: self.after.filled >> i & 1 == 1,
            })
            .collect();
        Table { title: "W ∪ {p}", columns: vec!["slot", "w", "weight", "new"], rows }
    }
}
