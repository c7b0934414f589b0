//! Drawable form of contact manifolds, independent of the algorithms: incident face, clips, depths, selected points.

mod beats;
mod broken;
mod choice;
mod gaps;
mod inks;
mod narration;
mod numbers;
mod panes;
mod shared;
mod sheet;
mod world;

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::answer::number::{Unit, is_rounding};
use crate::lesson::{Backdrop, Context, PairContext, Pictures, View, WORLD};
use crate::picture::{Bounds, Mark, Picture, Role};
use crate::snapshot::manifold::{self, Pick, QueryStep};
pub use beats::beats;
pub use choice::choices;
pub(super) use numbers::length_or_rounding;

/// View of the reference face's plane: one tile per clip, then depths, then selected points; for crossing edges one
/// tile along the normal and one across it.
pub const FACE: View = View::tiles("face", "phases").tall();

/// Kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Comparison of axes.
    Axes,
    /// Step of the cores' distance query, whose result is not known yet.
    Distance,
    /// Choice of the incident feature opposite the reference.
    Incident,
    /// Clip by this side of the reference.
    Clip(u32),
    /// Conversion of the clipped polygon to points.
    Keep,
    /// Contact of edges, vertices or closest points.
    Edges,
    /// Selection of one more point.
    Pick,
}

/// Vertex of the clipped polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct ClippedVertex {
    /// Position, world.
    pub at: DVec3,
    /// Short name from the two edges at the vertex: `a3b2`. In the plane, the number of the future point.
    pub name: String,
    /// Clipped edge and the parameter along it, from 0 at its start; in the plane along the reference. `None` for an
    /// original vertex.
    pub cut: Option<(String, f64)>,
}

/// Step of the cores' distance query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Kind of the step; `None` for a query that runs in one step.
    pub did: Option<QueryStep>,
    /// Proven lower and upper bound of the bodies' signed distance, meters.
    pub bracket: [Option<f64>; 2],
}

impl Query {
    /// Query step between two states; `None` for other steps.
    pub fn of(before: Option<manifold::Query>, after: Option<manifold::Query>, is_step: bool) -> Option<Self> {
        let did = after.map(|_| before.map_or(QueryStep::Gjk, |before| before.next));
        is_step.then(|| Self { did, bracket: after.map_or([None; 2], |after| after.bracket) })
    }
}

/// Contact point.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Position on A, world.
    pub on_a: DVec3,
    /// Position on B, world.
    pub on_b: DVec3,
    /// Penetration depth, meters; negative where the bodies are apart.
    pub depth: f64,
    /// Whether the depth is positive, or zero to rounding; set by `TouchContext::new`.
    pub touches: bool,
    /// Id of the point over all frames, which is part of its mark id.
    pub id: String,
    /// Number of the point in the world, tiles, tables and sentences, from 1.
    pub number: usize,
    /// Name of the vertex that became the point, such as `a3b2`; empty for other points.
    pub corner: String,
    /// Names of the features of A and B at the point.
    pub lies_on: [String; 2],
    /// Origin of the point, in words.
    pub why: &'static str,
    /// Selection of the point; `None` until it is selected.
    pub picked: Option<Picked>,
}

/// Selection of a contact point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    /// Index of the selection, from 0.
    pub place: usize,
    /// Reason of the selection.
    pub why: Pick,
    /// Score by which it was selected: a depth or a length in meters, or an area in square meters.
    pub score: f64,
}

/// Drawable state after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// Kind of the step.
    pub did: StepKind,
    /// Labels of the executed lines, in order.
    pub lines: Vec<&'static str>,
    /// Step of the distance query, if this was one.
    pub query: Option<Query>,
    /// Whether a distance query begins or continues with the next step.
    pub asks: bool,
    /// Signed distance of the bodies, meters; `None` until it is known.
    pub gap: Option<f64>,
    /// Contact normal from A to B, world.
    pub normal: Option<DVec3>,
    /// Name of the reference face, `face 3 of ground`; empty without one.
    pub reference: String,
    /// Whether the reference face, or the first of two edges, belongs to B.
    pub of_b: bool,
    /// Vertices of the reference face, world; two for a side in the plane.
    pub face: Vec<DVec3>,
    /// Names of the vertices at the ends of the reference side in the plane, `corner 3 of ground`.
    pub side_ends: Option<[String; 2]>,
    /// Outward normal of the reference face, world.
    pub outward: DVec3,
    /// Axis of the largest separation, world, before a face is chosen.
    pub axis: Option<DVec3>,
    /// Vertices of the incident feature before the clips, world.
    pub incident: Vec<DVec3>,
    /// Vertices of the incident feature after the clips.
    pub polygon: Vec<ClippedVertex>,
    /// Vertices of the incident feature before this step, world.
    pub ghost: Vec<DVec3>,
    /// Contact points.
    pub dots: Vec<Dot>,
    /// Candidates for the reference: name, separation in meters, and whether it was chosen.
    pub candidates: Vec<(String, f64, bool)>,
    /// Largest allowed penalty of a face, meters.
    pub band: f64,
    /// Largest distance at which points count as contacts, meters.
    pub margin: f64,
    /// Number of remaining vertices, once the incident feature is known.
    pub left: Option<usize>,
    /// Areas of the selected points and of all points, square meters.
    pub areas: Option<[f64; 2]>,
    /// Whether the selection is complete; `false` without one.
    pub all_picked: bool,
}

impl Touch {
    /// Role that colors the reference by its owner.
    pub fn reference_role(&self) -> Role {
        if self.of_b { Role::ReferenceB } else { Role::Reference }
    }

    /// Role that colors the incident feature by its owner.
    pub fn incident_role(&self) -> Role {
        if self.of_b { Role::IncidentA } else { Role::Incident }
    }

    /// Name of a side of the reference, as in vertex names: `a3`.
    pub fn side_name(&self, k: u32) -> String {
        format!("{}{}", if self.of_b { 'b' } else { 'a' }, k + 1)
    }

    /// Penalty of the face: the largest separation minus that of the chosen reference, meters.
    fn paid(&self) -> Option<f64> {
        let (_, taken, _) = self.candidates.iter().find(|(.., taken)| *taken).filter(|_| !self.reference.is_empty())?;
        Some((self.gap? - taken).max(0.0))
    }

    /// Name of the feature of A (0) or B (1) in contact without a reference face: `edge 8 of lower`, or for several
    /// points the surface.
    fn touching(&self, body: usize) -> Option<String> {
        let on = &self.dots.first()?.lies_on[body];
        Some(match (self.dots.len(), on.split_once(" of ")) {
            (2.., Some((_, name))) => format!("surface of {name}"),
            _ => on.clone(),
        })
    }

    /// Vertices that this step made.
    fn new_corners(&self) -> impl Iterator<Item = &ClippedVertex> {
        self.polygon.iter().filter(|corner| corner.cut.is_some() && !self.ghost.contains(&corner.at))
    }

    fn deepest(&self) -> Option<&Dot> {
        // The first of equally deep points.
        self.dots.iter().rev().max_by(|one, other| one.depth.total_cmp(&other.depth))
    }

    /// Role of a point: in contact, nearby, not selected yet, or removed.
    fn role_of(&self, dot: &Dot) -> Role {
        match dot.picked {
            None if self.did == StepKind::Pick => {
                if self.all_picked {
                    Role::Removed
                } else {
                    Role::Ghost
                }
            }
            _ if dot.touches => Role::Closest,
            _ => Role::Witness,
        }
    }

    /// Whether a point is kept, as known in this step.
    fn keeps(&self, dot: &Dot) -> bool {
        self.did != StepKind::Pick || dot.picked.is_some()
    }

    /// All lengths in the text of this state, meters.
    fn lengths(&self) -> impl Iterator<Item = f64> + '_ {
        self.dots.iter().map(|dot| dot.depth).chain(self.gap).chain([self.margin])
    }
}

impl Dot {
    /// Middle between the positions on both bodies, world.
    pub fn middle(&self) -> DVec3 {
        0.5 * (self.on_a + self.on_b)
    }

    /// Name in tables and sentences: the number, with the vertex if there is one, `3 (a3b2)`.
    pub fn name(&self) -> String {
        if self.corner.is_empty() { self.number.to_string() } else { format!("{} ({})", self.number, self.corner) }
    }
}

/// Context of a contact manifold.
pub struct TouchContext {
    /// Pair of bodies.
    pub pair: PairContext,
    /// Drawable state after each step.
    pub touches: Vec<Touch>,
    /// Common unit of all depths, separations and margins of the run.
    unit: Unit,
    /// Whether the reference plane has its own view; in the plane, the world view shows it.
    spatial: bool,
    backdrop: OnceLock<Arc<Backdrop>>,
    /// Marks that the legend of the tiles lists from the first step.
    legend: OnceLock<Vec<Mark>>,
}

impl TouchContext {
    /// Context of a pair with the states after all steps, for these views.
    pub fn new(pair: PairContext, mut touches: Vec<Touch>, views: &[View]) -> Self {
        let off = pair.rounding();
        let unit = Unit::of(touches.iter().flat_map(Touch::lengths)).within(off);
        for dot in touches.iter_mut().flat_map(|touch| &mut touch.dots) {
            dot.touches = dot.depth > 0.0 || is_rounding(dot.depth, off);
        }
        Self { pair, touches, unit, spatial: views.contains(&FACE), backdrop: OnceLock::new(), legend: OnceLock::new() }
    }

    /// Names of the roles in this run.
    pub fn role_names(&self) -> Vec<(Role, String)> {
        inks::role_names(self)
    }

    /// Label of the last line that a step executed.
    fn last_line(&self, step: usize) -> &'static str {
        self.touches.get(step).and_then(|touch| touch.lines.last().copied()).unwrap_or_default()
    }

    /// Pictures of all views at a line of a step.
    pub fn pictures(&self, step: usize, line: &str) -> Pictures {
        let mut pictures = Pictures::default();
        let Some(touch) = self.touches.get(step) else { return pictures };
        world::draw(pictures.edit(WORLD), touch, self.pair.bounding_radius());
        // In the plane no tile shows the depths.
        for dot in touch.dots.iter().filter(|dot| !self.spatial && touch.keeps(dot)) {
            let key = format!("point/{}", dot.id);
            let depth = self.unit.length(dot.depth).text;
            pictures.edit(WORLD).label(touch.role_of(dot), key, dot.middle(), depth);
        }
        if pictures.is_empty() {
            self.axis(pictures.edit(WORLD), touch);
        }
        if self.spatial {
            let legend = self.legend.get_or_init(|| panes::legend(&self.touches, &self.pair.names, self.unit));
            if sheet::is_laid(&self.touches, step) {
                panes::draw(pictures.edit(FACE.id), &self.touches, step, self.unit, legend);
            } else {
                let decided = numbers::is_decided(touch, line);
                let of = (&self.touches[..], step, &self.pair.names, decided);
                gaps::draw(pictures.edit(FACE.id), of, self.unit, legend);
            }
        }
        pictures
    }

    /// Adds the axis of the largest separation through the middle between the bodies; without an axis, the line between
    /// their centers.
    fn axis(&self, picture: &mut Picture, touch: &Touch) {
        let still = self.pair.backdrop();
        let marks = &still.pictures.of(WORLD).marks;
        let Some((a, b)) = center_of(marks, Role::ShapeA).zip(center_of(marks, Role::ShapeB)) else { return };
        let middle = 0.5 * (a + b);
        let half = 0.5 * self.pair.bounding_radius();
        let ends = touch.axis.map_or([a, b], |axis| [middle - axis * half, middle + axis * half]);
        picture.segment(Role::Axis, "axis", ends[0], ends[1]);
    }
}

fn center_of(marks: &[Mark], role: Role) -> Option<DVec3> {
    let own = marks.iter().filter(|mark| mark.role == role).cloned().collect();
    Bounds::of(&Picture { marks: own }).center()
}

impl Context for TouchContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let pictures = Pictures::world(self.pair.backdrop().pictures.of(WORLD).clone());
            Arc::new(Backdrop { pictures })
        }))
    }
}
