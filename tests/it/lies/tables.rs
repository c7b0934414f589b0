//! What each finding is made of. All fields are listed: a new one does not compile until it can be spoiled.

use contact_lens::answer::{
    AxisOrigin, BodyClass, BodyState, ClassesFinding, Classified, ContactFinding, ContactState, DifferenceFace,
    DifferenceFinding, Diverged, FaceKind, FarthestFinding, Finding, FoundPoint, FrustumPlane, HullFinding,
    HullMeasure, JointState, ManifoldFinding, PairFinding, PairStatus, PairsFinding, PointChanges, PointState, Proof,
    RayFinding, ReferenceFace, SeparationFinding, UnboundedFinding, WorldFinding,
};

use super::spoil::{Lie, Spoil, direction, spoiled, sum};

spoiled! {
    PairFinding { status, signed_distance, normal by direction, witness_a, witness_b, proof }
    UnboundedFinding { intersects, distance_requested }
    Proof { lower, upper, tolerance }
    SeparationFinding { status, separation, lower, upper, normal by direction, line, lines, skipped, ties, axis, tied }
    AxisOrigin { kind, features }
    ContactFinding { hit, status, t_first, lower, upper, t_last, t_max, at_start, normal by direction, witness, gap }
    ManifoldFinding {
        status, sound, separation, normal by direction, points, margin, reference, bias_paid, band, single, reduced, area_kept, changes,
    }
    FoundPoint { on_a, on_b, depth, id, why }
    PairsFinding { names, axes, boxes, previous_boxes, pairs, began, ended, swaps }
    ClassesFinding { bodies, planes, tested }
    Classified { name, class, rounding }
    DifferenceFinding { planar, dimension, pairs, points, faces, size }
    DifferenceFace { kind, features, corners }
    HullFinding { dimension, vertices, measure, mesh_volume }
    RayFinding { hit, status, t, lower, upper, t_max, point, normal by direction, exit, part, queries }
    FarthestFinding { point, direction, value, visited, vertices, levels, proven }
    WorldFinding {
        names, joint_names, frame, time, bodies, contacts, joints, kinetic by sum, potential by sum, linear, angular, diverged,
    }
    BodyState { position, angle, velocity, angular_velocity }
    ContactState { a, b, normal, friction, points }
    PointState { position, depth, id, normal_impulse, tangent_impulse }
    JointState { error, impulse, limits }
}

/// Of two half-spaces: a number where there is none, and none where there is one.
impl Spoil for Finding {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let unbounded = UnboundedFinding { intersects: true, distance_requested: true };
        let without = Lie { name: String::from(" called unbounded"), claimed: Self::Unbounded(unbounded) };
        match self {
            Self::Distance(found) => {
                let lies = found.lies(by).into_iter().map(|lie| lie.within("", Self::Distance));
                lies.chain([without]).collect()
            }
            Self::Unbounded(found) => found.lies(by).into_iter().map(|lie| lie.within("", Self::Unbounded)).collect(),
            _ => Vec::new(),
        }
    }
}

impl Spoil for Diverged {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let Self { frame, body } = *self;
        let frames = frame.lies(by).into_iter().map(|lie| lie.within("frame", |frame| Self { frame, body }));
        frames.chain(body.lies(by).into_iter().map(|lie| lie.within("body", |body| Self { frame, body }))).collect()
    }

    fn invented() -> Option<Self> {
        Some(Self { frame: 0, body: Some(0) })
    }
}

impl Spoil for FrustumPlane {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let Self { normal, offset } = *self;
        let normals = normal.lies(by).into_iter().map(|lie| lie.within("normal", |normal| Self { normal, offset }));
        let offsets = offset.lies(by).into_iter();
        normals.chain(offsets.map(|lie| lie.within("offset", |offset| Self { normal, offset }))).collect()
    }

    fn invented() -> Option<Self> {
        Some(Self { normal: glam::DVec3::invented()?, offset: f64::invented()? })
    }
}

impl Spoil for ReferenceFace {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let Self { body, face } = self;
        let bodies = body.lies(by).into_iter().map(|lie| lie.within("body", |body| Self { body, face: *face }));
        let faces = face.lies(by).into_iter();
        bodies.chain(faces.map(|lie| lie.within("face", |face| Self { body: body.clone(), face }))).collect()
    }

    fn invented() -> Option<Self> {
        Some(Self { body: String::invented()?, face: u32::invented()? })
    }
}

impl Spoil for PointChanges {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let Self { kept, dropped, added } = self.clone();
        let lists = [kept, dropped, added].lies(by).into_iter();
        lists.map(|lie| lie.within("", |[kept, dropped, added]| Self { kept, dropped, added })).collect()
    }

    fn invented() -> Option<Self> {
        Some(Self::default())
    }
}

/// The others of a few.
fn others<T: Copy + PartialEq + std::fmt::Debug>(this: T, all: &[T]) -> Vec<Lie<T>> {
    let rest = all.iter().filter(|other| **other != this);
    rest.map(|other| Lie { name: format!(" called {other:?}"), claimed: *other }).collect()
}

impl Spoil for PairStatus {
    fn lies(&self, _: f64) -> Vec<Lie<Self>> {
        use PairStatus::{NotConverged, Penetrating, Separated, Touching, TouchingOrOverlapping, Undecided};
        // All of them: one that is missing here does not compile.
        match self {
            Separated | Touching | Penetrating | TouchingOrOverlapping | Undecided | NotConverged => {}
        }
        others(*self, &[Separated, Touching, Penetrating, TouchingOrOverlapping, Undecided, NotConverged])
    }
}

impl Spoil for FaceKind {
    fn lies(&self, _: f64) -> Vec<Lie<Self>> {
        others(*self, &Self::ALL)
    }
}

impl Spoil for BodyClass {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        let mut all = match *self {
            Self::Outside(plane) => plane.lies(by).into_iter().map(|lie| lie.within("plane", Self::Outside)).collect(),
            Self::FalsePositive { weights, gap } => {
                let heavier = weights.lies(0.5).into_iter();
                let farther = gap.lies(by).into_iter();
                let weights = heavier.map(|lie| lie.within("weights", |weights| Self::FalsePositive { weights, gap }));
                weights
                    .chain(
                        farther
                            .map(|lie| lie.within("gap", |gap| Self::FalsePositive { weights: weights_of(self), gap })),
                    )
                    .collect()
            }
            Self::Crossing | Self::Undecided | Self::Inside => Vec::new(),
        };
        let some = Self::FalsePositive { weights: [1.0; 6], gap: by };
        all.extend(others(
            *self,
            &[Self::Outside(0), Self::Outside(5), Self::Crossing, Self::Undecided, some, Self::Inside],
        ));
        all
    }
}

fn weights_of(class: &BodyClass) -> [f64; 6] {
    match *class {
        BodyClass::FalsePositive { weights, .. } => weights,
        _ => [0.0; 6],
    }
}

impl Spoil for HullMeasure {
    fn lies(&self, by: f64) -> Vec<Lie<Self>> {
        match self {
            Self::Planar { area, perimeter } => {
                let other = |area, perimeter| Self::Planar { area, perimeter };
                let areas = area.lies(by).into_iter().map(|lie| lie.within("area", |area| other(area, *perimeter)));
                let ways = perimeter.lies(by).into_iter().map(|lie| lie.within("perimeter", |way| other(*area, way)));
                areas.chain(ways).collect()
            }
            Self::Spatial { faces, volume, area } => {
                let other = |faces: &Vec<Vec<u32>>, volume, area| Self::Spatial { faces: faces.clone(), volume, area };
                let sides =
                    faces.lies(by).into_iter().map(|lie| lie.within("faces", |faces| other(&faces, *volume, *area)));
                let sizes =
                    volume.lies(by).into_iter().map(|lie| lie.within("volume", |volume| other(faces, volume, *area)));
                let areas = area.lies(by).into_iter().map(|lie| lie.within("area", |area| other(faces, *volume, area)));
                sides.chain(sizes).chain(areas).collect()
            }
        }
    }
}
