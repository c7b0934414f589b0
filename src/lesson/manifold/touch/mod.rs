//! Contacts as people see them: what faces the reference, each clip, depths, picks. Made of an algorithm's states, of which it
//! knows nothing.

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

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::answer::number::{Unit, is_rounding};
use crate::lesson::{Backdrop, Context, PairContext, Pictures, View, WORLD};
use crate::picture::{Bounds, Form, Mark, Picture, Role};
use crate::snapshot::manifold::{self, Pick, QueryStep};
pub use beats::beats;
pub use choice::choices;
pub(super) use numbers::length_or_rounding;
use sheet::{around, side};

/// The plane of the reference face: a tile a clip, then depths, then what was kept; of two edges that cross what is seen along
/// the normal and across it.
pub const FACE: View = View::tiles("face", "phases").tall();

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    /// Compared axes.
    Axes,
    /// Asked the cores for their distance, and the answer is still to come.
    Distance,
    /// Laid out what faces the reference.
    Incident,
    /// Clipped at this side.
    Clip(u32),
    /// Made points of what was left.
    Keep,
    /// Took edges, vertices or the closest points.
    Edges,
    /// Kept one more point.
    Pick,
}

/// A corner of what is left.
#[derive(Clone, Debug, PartialEq)]
pub struct Corner {
    /// World.
    pub at: DVec3,
    /// The edges that meet in it, in short: `a3b2`. In the plane the number that its point will have.
    pub name: String,
    /// If it was cut: the edge, and how far along it lies the corner, 0 at that edge's beginning; in the plane along the
    /// reference.
    pub cut: Option<(String, f64)>,
}

/// A step of the distance query of the cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// What it did; `None` of a query that is asked in one go.
    pub did: Option<QueryStep>,
    /// What is proven of the signed distance of the bodies: not below, not above.
    pub bracket: [Option<f64>; 2],
}

impl Query {
    /// The step between two states of a query, if it was one.
    pub fn of(before: Option<manifold::Query>, after: Option<manifold::Query>, is_step: bool) -> Option<Self> {
        let did = after.map(|_| before.map_or(QueryStep::Gjk, |before| before.next));
        is_step.then(|| Self { did, bracket: after.map_or([None; 2], |after| after.bracket) })
    }
}

/// A point of contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// World.
    pub on_a: DVec3,
    /// World.
    pub on_b: DVec3,
    /// Positive in overlap, meters.
    pub depth: f64,
    /// Whether the bodies touch there, within rounding; told where the size of the bodies is known.
    pub touches: bool,
    /// Its name over frames, and so its key.
    pub id: String,
    /// What it is called from when it is made, in the world, in every tile, in tables and sentences: 1, 2, ….
    pub number: usize,
    /// What the corner was called that it was made of, such as `a3b2`; empty where it was made of no corner.
    pub corner: String,
    /// What it lies on, of A and of B, in words.
    pub lies_on: [String; 2],
    /// How it came to be.
    pub why: &'static str,
    /// If it was picked.
    pub picked: Option<Picked>,
}

/// That a point was picked to be kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    /// Which pick it was, from 0.
    pub place: usize,
    /// Why.
    pub why: Pick,
    /// A depth or a length in meters, or an area.
    pub score: f64,
}

/// The state after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch {
    /// What the step did.
    pub did: Did,
    /// The labels of the lines that it ran, in order.
    pub lines: Vec<&'static str>,
    /// What a step of the distance query did, if this was one.
    pub query: Option<Query>,
    /// Whether that query begins or goes on with the next step.
    pub asks: bool,
    /// The signed distance of the bodies, as far as it is known.
    pub gap: Option<f64>,
    /// From A to B, world.
    pub normal: Option<DVec3>,
    /// In words: `face 3 of ground`; empty where no face is taken.
    pub reference: String,
    /// Whether that face, or the first of two edges, is B's.
    pub of_b: bool,
    /// Its corners, world: two for a side in the plane.
    pub face: Vec<DVec3>,
    /// In the plane, where a face is a side: the corners at which it begins and ends, `corner 3 of ground`.
    pub side_ends: Option<[String; 2]>,
    /// Out of the face.
    pub outward: DVec3,
    /// Before a face is taken: along what the largest gap was measured, world.
    pub axis: Option<DVec3>,
    /// What faces it, before the clips.
    pub incident: Vec<DVec3>,
    /// What is left of that.
    pub polygon: Vec<Corner>,
    /// What was left before this step.
    pub ghost: Vec<DVec3>,
    /// The points.
    pub dots: Vec<Dot>,
    /// Candidates for the reference, with their gaps: name, gap, whether taken.
    pub candidates: Vec<(String, f64, bool)>,
    /// By how much the face may be worse.
    pub band: f64,
    /// Up to how far apart points count.
    pub margin: f64,
    /// How many corners are left, once what faces the reference is laid out.
    pub left: Option<usize>,
    /// Of the points kept and of all.
    pub areas: Option<[f64; 2]>,
    /// Whether all picks are made, if any were.
    pub all_picked: bool,
}

impl Touch {
    /// The ink of the reference: its owner's.
    pub fn reference_role(&self) -> Role {
        if self.of_b { Role::ReferenceB } else { Role::Reference }
    }

    /// The ink of what faces it.
    pub fn incident_role(&self) -> Role {
        if self.of_b { Role::IncidentA } else { Role::Incident }
    }

    /// A side of the reference, as corners are named by it: `a3`.
    pub fn side_name(&self, k: u32) -> String {
        format!("{}{}", if self.of_b { 'b' } else { 'a' }, k + 1)
    }

    /// How much larger than that of the reference another gap is, meters: what is paid for the face.
    fn paid(&self) -> Option<f64> {
        let (_, taken, _) = self.candidates.iter().find(|(.., taken)| *taken).filter(|_| !self.reference.is_empty())?;
        Some((self.gap? - taken).max(0.0))
    }

    /// What of A (0) or B touches, where no face does: `edge 8 of lower`, and of two points the surface.
    fn touching(&self, body: usize) -> Option<String> {
        let on = &self.dots.first()?.lies_on[body];
        Some(match (self.dots.len(), on.split_once(" of ")) {
            (2.., Some((_, name))) => format!("surface of {name}"),
            _ => on.clone(),
        })
    }

    /// The corners that this step has made.
    fn new_corners(&self) -> impl Iterator<Item = &Corner> {
        self.polygon.iter().filter(|corner| corner.cut.is_some() && !self.ghost.contains(&corner.at))
    }

    fn deepest(&self) -> Option<&Dot> {
        // Of equals the first.
        self.dots.iter().rev().max_by(|one, other| one.depth.total_cmp(&other.depth))
    }

    /// What a point looks like: deep, only near, or not kept.
    fn role_of(&self, dot: &Dot) -> Role {
        match dot.picked {
            None if self.did == Did::Pick => {
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

    /// Whether a point is kept, as far as is known.
    fn keeps(&self, dot: &Dot) -> bool {
        self.did != Did::Pick || dot.picked.is_some()
    }

    /// All lengths that are told of this state, meters.
    fn lengths(&self) -> impl Iterator<Item = f64> + '_ {
        self.dots.iter().map(|dot| dot.depth).chain(self.gap).chain([self.margin])
    }
}

impl Dot {
    /// Between its places on the two bodies.
    pub fn middle(&self) -> DVec3 {
        0.5 * (self.on_a + self.on_b)
    }

    /// What it is called in tables and sentences: its number, and its corner if it has one, `3 (a3b2)`.
    pub fn name(&self) -> String {
        if self.corner.is_empty() { self.number.to_string() } else { format!("{} ({})", self.number, self.corner) }
    }
}

/// Where contacts are played.
pub struct TouchContext {
    /// The pair.
    pub pair: PairContext,
    /// After each step.
    pub touches: Vec<Touch>,
    /// The one unit of all depths, gaps and margins of the run.
    unit: Unit,
    /// Whether the plane of the reference has a view of its own; in the plane the world is that.
    spatial: bool,
    backdrop: OnceLock<Arc<Backdrop>>,
    /// What the legend of the tiles names from the first step on.
    legend: OnceLock<Vec<Mark>>,
}

impl TouchContext {
    /// Of a pair, with what is seen after each step, in these views.
    pub fn new(pair: PairContext, mut touches: Vec<Touch>, views: &[View]) -> Self {
        let off = pair.rounding();
        let unit = Unit::of(touches.iter().flat_map(Touch::lengths)).within(off);
        for dot in touches.iter_mut().flat_map(|touch| &mut touch.dots) {
            dot.touches = dot.depth > 0.0 || is_rounding(dot.depth, off);
        }
        Self { pair, touches, unit, spatial: views.contains(&FACE), backdrop: OnceLock::new(), legend: OnceLock::new() }
    }

    /// What roles are called: after what is clipped against what, and what touches where nothing is clipped.
    pub fn role_names(&self) -> Vec<(Role, String)> {
        inks::role_names(self)
    }

    /// The last line that a step ran.
    fn last_line(&self, step: usize) -> &'static str {
        self.touches.get(step).and_then(|touch| touch.lines.last().copied()).unwrap_or_default()
    }

    /// What all views show in a line of a step.
    pub fn pictures(&self, step: usize, line: &str) -> Pictures {
        let mut pictures = Pictures::default();
        let Some(touch) = self.touches.get(step) else { return pictures };
        world(pictures.edit(WORLD), touch, self.pair.bounding_radius());
        // The plane has no tiles that could tell the depths.
        for dot in touch.dots.iter().filter(|dot| !self.spatial && touch.keeps(dot)) {
            let (key, depth) = (format!("point/{}", dot.id), self.unit.length(dot.depth).text);
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

    /// Along what the largest gap was measured, through the middle between the bodies; of bodies without faces the line between
    /// their middles.
    fn axis(&self, picture: &mut Picture, touch: &Touch) {
        let still = self.pair.backdrop();
        let marks = &still.pictures.of(WORLD).marks;
        let center = |role: Role| {
            let own = marks.iter().filter(|mark| mark.role == role).cloned().collect();
            Bounds::of(&Picture { marks: own }).center()
        };
        let Some((a, b)) = center(Role::ShapeA).zip(center(Role::ShapeB)) else { return };
        let (middle, half) = (0.5 * (a + b), 0.5 * self.pair.bounding_radius());
        let ends = touch.axis.map_or([a, b], |axis| [middle - axis * half, middle + axis * half]);
        picture.segment(Role::Axis, "axis", ends[0], ends[1]);
    }
}

impl Context for TouchContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        let made = || {
            let pictures = Pictures::world(self.pair.backdrop().pictures.of(WORLD).clone());
            Arc::new(Backdrop { pictures })
        };
        Arc::clone(self.backdrop.get_or_init(made))
    }
}

/// A closed outline; a line of two corners.
fn outline(picture: &mut Picture, role: Role, key: String, points: &[DVec3]) {
    match points {
        [] => {}
        [point] => picture.point(role, key, *point),
        [from, to] => picture.segment(role, key, *from, *to),
        _ => picture.add(role, key, Form::Polyline { points: points.to_vec(), closed: true }),
    }
}

fn world(picture: &mut Picture, touch: &Touch, bounding_radius: f64) {
    outline(picture, touch.reference_role(), String::from("reference"), &touch.face);
    outline(picture, touch.incident_role(), String::from("incident"), &touch.incident);
    if let Did::Clip(k) = touch.did {
        clip(picture, touch, k);
    }
    let kept: Vec<DVec3> = touch.dots.iter().filter(|dot| touch.keeps(dot)).map(Dot::middle).collect();
    if let (Did::Pick, Some(ring)) = (touch.did, touch.normal.and_then(|n| around(&kept, n))) {
        picture.add(Role::Closest, "area", Form::Polygon(ring));
    }
    let all = || touch.dots.iter().map(Dot::middle);
    if let Some((low, high)) = all().reduce(DVec3::min).zip(all().reduce(DVec3::max)).filter(|_| touch.dots.len() > 2) {
        // With what a lens shows around it all of them.
        let (center, radius) = (low.midpoint(high), 0.43 * (high - low).max_element());
        picture.add(Role::Region, "lens", Form::Lens { center, radius, faces: None });
    }
    for dot in &touch.dots {
        let role = touch.role_of(dot);
        picture.segment(role, format!("depth/{}", dot.id), dot.on_a, dot.on_b);
        point(picture, role, dot, dot.middle());
    }
    let arrows = touch.dots.iter().filter(|dot| touch.keeps(dot));
    for (dot, n) in arrows.filter_map(|dot| Some((dot, touch.normal?))) {
        picture.arrow(Role::Normal, format!("normal/{}", dot.id), dot.on_a, dot.on_a + n * 0.2 * bounding_radius);
    }
}

/// The side that clips, what is left, what was before, and where it was cut.
fn clip(picture: &mut Picture, touch: &Touch, k: u32) {
    let left: Vec<DVec3> = touch.polygon.iter().map(|corner| corner.at).collect();
    if left.len() > 2 {
        picture.add(touch.incident_role(), "left", Form::Polygon(left));
    }
    if let [from, to] = touch.ghost[..] {
        picture.segment(Role::Ghost, "before", from, to);
    }
    if let Some((from, to)) = side(&touch.face, k) {
        picture.segment(Role::Axis, "side", from, to);
    }
    let flat = touch.side_ends.is_some();
    for corner in touch.polygon.iter().filter(|_| flat) {
        let new = corner.cut.is_some() && !touch.ghost.contains(&corner.at);
        let role = if new { Role::NewSupport } else { touch.incident_role() };
        let key = format!("end/{}", corner.name);
        picture.point(role, key.clone(), corner.at);
        picture.label(role, key, corner.at, corner.name.clone());
    }
}

/// A point of contact as a dot with its number in it; one that was left out as a cross beside it.
fn point(picture: &mut Picture, role: Role, dot: &Dot, at: DVec3) {
    let (key, number) = (format!("point/{}", dot.id), dot.number.to_string());
    if role == Role::Removed {
        picture.point(role, key.clone(), at);
        picture.label(role, key, at, number);
    } else {
        picture.badge(role, key, at, number);
    }
}
