//! A body of parts against a half-space: along one direction alone a half-space ends, so that each part is asked alone. First all heights
//! are taken; those that could decide are asked, and the one that does is told in the lesson of a convex body.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use super::parts::bounds_of;
use super::{Asked, Prepared, QueryError, Run, misdirected};
use crate::answer::{ContactFinding, Finding, ManifoldsFinding, PairFinding, PartsContact, PartsFinding};
use crate::lesson::{Lesson, Verdict};
use crate::play::parts::alone;
use crate::play::within::Within;
use crate::play::{Question, TestOfParts};
use crate::scene::List;
use crate::scene::model::{Algorithm, Ask, Body, CastMethod, Query, Scene, Shape};

/// Parts that are asked at most where the lowest decide; those that are as low as it within rounding come first.
const LOWEST: usize = 64;

/// Parts that are asked at most where each goes its own way.
const MOST: usize = 4096;

/// What heights of parts may be off by, as a share of the numbers in them.
const SLACK: f64 = 1.0e-5;

/// The two over all frames.
struct OnPlane {
    scene: Scene,
    query: Query,
    /// Which of the two is the half-space.
    plane: usize,
}

/// A part, and how high it is above the plane.
struct High {
    path: Vec<u32>,
    height: f64,
}

/// What was found of a part.
struct Of {
    path: Vec<u32>,
    verdict: Verdict,
}

/// The parts that could decide in a frame, the lowest first, each as a question of its own.
struct Opened {
    runs: Vec<(Vec<u32>, Arc<dyn Run>)>,
    /// The half-space and the body.
    names: [String; 2],
    /// How many parts there are, and how many of them were left out.
    parts: usize,
    left_out: usize,
}

/// Opens the question of a half-space and a body of parts: a distance, a cast or contacts.
pub(super) fn open(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(Arc::new(OnPlane::new(asked, asked.query.clone())?))
}

/// Whether the two overlap.
pub(super) fn test(asked: &Asked<'_>) -> Result<Box<dyn Question<Answer = TestOfParts>>, QueryError> {
    let [a, b] = asked.pair()?.map(|subject| subject.body.name.clone());
    let query = Query::new(String::new(), Algorithm::Distance.of(a, b));
    let run = OnPlane::new(asked, query)?;
    // The test itself has no words for an error.
    run.decided(0)?;
    Ok(Box::new(run))
}

impl OnPlane {
    fn new(asked: &Asked<'_>, query: Query) -> Result<Self, QueryError> {
        let plane = usize::from(!asked.pair()?[0].body.shape.is_half_space());
        let run = Self { scene: asked.scene.clone(), query, plane };
        // What cannot be asked is refused at once.
        run.opened(0)?;
        Ok(run)
    }

    /// The half-space and the body as they stand in a frame.
    fn standing(&self, frame: usize) -> Result<[Body; 2], QueryError> {
        let [a, b] = Asked::new(&self.scene, &self.query).pair()?.map(|subject| {
            let mut body = subject.body.clone();
            let (position, rotation) = subject.track.pose(frame);
            body.put(position, rotation);
            body
        });
        Ok(if self.plane == 0 { [a, b] } else { [b, a] })
    }

    /// The parts that could decide, the lowest first, and how many there are and were left out.
    fn choose(&self, [plane, body]: &[Body; 2]) -> Result<(Vec<High>, [usize; 2]), QueryError> {
        let Shape::HalfSpace { normal, offset } = &plane.shape else { return Err(misdirected()) };
        let n = plane.turn() * DVec3::from_array(*normal).normalize_or_zero();
        let surface = n.dot(DVec3::from(plane.position)) + offset + plane.margin;
        let velocity = |body: &Body| DVec3::from(body.velocity.unwrap_or_default());
        let away = match &self.query.ask {
            Ask::Cast { .. } => velocity(plane) - velocity(body),
            _ => n,
        };
        let mut all = Vec::new();
        let mut size = surface.abs();
        let [mut parts, mut left_out] = [0; 2];
        for piece in body.shape.pieces() {
            let at = DVec3::from(body.position) + body.turn() * piece.position;
            let turn = body.turn() * piece.rotation;
            let Some((vertices, triangles)) = piece.shape.surface() else {
                let mut own = Body { margin: body.margin, ..Body::new(String::new(), piece.shape.clone()) };
                own.put(at.to_array(), turn.to_array());
                let [low, _] = bounds_of(&own, along(n));
                parts += 1;
                // What has no height in this precision is asked first, and refused there.
                if low.x.is_finite() {
                    size = size.max(low.x.abs());
                }
                all.push(High { path: piece.path, height: low.x - surface });
                continue;
            };
            let one_sided = matches!(piece.shape, Shape::TriangleMesh { one_sided: true, .. });
            let corners: Vec<DVec3> = vertices.iter().map(|p| at + turn * DVec3::from_array(*p)).collect();
            size = corners.iter().fold(size, |size, p| size.max(n.dot(*p).abs()));
            for (i, triangle) in triangles.iter().enumerate() {
                let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
                parts += 1;
                // All of the half-space that counts lies behind a triangle whose front looks away from it.
                if one_sided && (b - a).cross(c - a).dot(away) > 0.0 {
                    left_out += 1;
                    continue;
                }
                let low = n.dot(a).min(n.dot(b)).min(n.dot(c)) - body.margin;
                let path = piece.path.iter().copied().chain([i as u32]).collect();
                all.push(High { path, height: low - surface });
            }
        }
        all.sort_by(|p, q| p.height.total_cmp(&q.height));
        let slack = SLACK * size;
        let lowest = all.first().map_or(0.0, |lowest| lowest.height) + slack;
        match &self.query.ask {
            Ask::Manifold { options, .. } => all.retain(|part| part.height <= (options.margin() + slack).max(lowest)),
            Ask::Cast { options, .. } if options.method == CastMethod::Advance && body.turning() != [0.0; 3] => {
                if all.len() > MOST {
                    let message =
                        format!("{} parts that turn over a half-space are too many; {MOST} can be asked", all.len());
                    return Err(QueryError::new("", message));
                }
            }
            _ => {
                all.retain(|part| part.height <= lowest);
                all.truncate(LOWEST);
            }
        }
        Ok((all, [parts, left_out]))
    }

    /// A part and the half-space as a scene of their own.
    fn scene(&self, [plane, body]: &[Body; 2], path: &[u32]) -> Result<Scene, QueryError> {
        let part = alone(body, path).ok_or_else(misdirected)?;
        let mut query = self.query.clone();
        query.ask.expect_nothing();
        if let Some(names) = query.ask.pair_mut() {
            *names[1 - self.plane] = part.name.clone();
        }
        let name = self.scene.name.clone();
        let dimension = self.scene.dimension;
        Ok(Scene { queries: vec![query], ..Scene::new(name, dimension, List::from(vec![plane.clone(), part])) })
    }

    /// The same with all other bodies around them, where they stand in a frame.
    fn shown(&self, path: &[u32], frame: usize) -> Result<Scene, QueryError> {
        let mut scene = self.scene(&self.standing(frame)?, path)?;
        let mut bodies: Vec<Body> = scene.bodies.iter().cloned().collect();
        for (other, track) in self.scene.bodies.iter().zip(self.scene.tracks()) {
            if bodies.iter().all(|body| body.name != other.name) {
                let mut other = other.clone();
                let (position, rotation) = track.pose(frame);
                other.put(position, rotation);
                bodies.push(other);
            }
        }
        scene.bodies = List::from(bodies);
        Ok(scene)
    }

    fn opened(&self, frame: usize) -> Result<Opened, QueryError> {
        let standing = self.standing(frame)?;
        let (chosen, [parts, left_out]) = self.choose(&standing)?;
        let open = |High { path, .. }: High| {
            let scene = self.scene(&standing, &path)?;
            let run = super::open(&scene, &scene.queries[0])?;
            Ok((path, run))
        };
        let runs: Result<_, QueryError> = chosen.into_iter().map(open).collect();
        Ok(Opened { runs: runs?, names: standing.map(|body| body.name), parts, left_out })
    }

    /// What was found, with the part that decides; none where all were left out.
    fn decided(&self, frame: usize) -> Result<(Verdict, Option<Vec<u32>>), QueryError> {
        let opened = self.opened(frame)?;
        let ask = |(path, run): &(Vec<u32>, Arc<dyn Run>)| Ok(Of { path: path.clone(), verdict: run.answer(0)? });
        let asked: Result<Vec<Of>, QueryError> = opened.runs.iter().map(ask).collect();
        let asked = asked?;
        let best = asked.iter().reduce(|best, of| if is_before(&of.verdict, &best.verdict) { of } else { best });
        Ok((self.verdict(&opened, &asked, best), best.map(|best| best.path.clone())))
    }

    fn verdict(&self, opened: &Opened, asked: &[Of], best: Option<&Of>) -> Verdict {
        let Opened { names: [plane, body], parts, left_out, .. } = opened;
        let [queries, left_out, pairs] = [asked.len() as u32, *left_out as u32, *parts as u32];
        let pairs = u64::from(pairs);
        let paths = |path: &[u32]| if self.plane == 0 { [vec![], path.to_vec()] } else { [path.to_vec(), vec![]] };
        let [part_a, part_b] = match best {
            Some(best) => paths(&best.path).map(Some),
            None => [None, None],
        };
        let said = || asked.iter().map(|of| &of.verdict.finding);
        let finding = match (&self.query.ask, best.map(|best| &best.verdict.finding)) {
            (Ask::Manifold { .. }, _) => {
                let of = |of: &Of| match &of.verdict.finding {
                    Finding::Manifold(manifold) if !manifold.points.is_empty() => {
                        let [part_a, part_b] = paths(&of.path);
                        Some(PartsContact { part_a, part_b, manifold: manifold.clone() })
                    }
                    _ => None,
                };
                let mut touching: Vec<PartsContact> = asked.iter().filter_map(of).collect();
                touching.sort_by(|p, q| (&p.part_a, &p.part_b).cmp(&(&q.part_a, &q.part_b)));
                let sound = said().all(|finding| !matches!(finding, Finding::Manifold(manifold) if !manifold.sound));
                Finding::PartsInContact(ManifoldsFinding { parts: touching, sound, queries, left_out, pairs })
            }
            (Ask::Cast { .. }, best) => {
                let lower = said().filter_map(in_flight).map(|found| found.lower).fold(f64::INFINITY, f64::min);
                let pair = best.and_then(in_flight).map(|found| ContactFinding { lower, ..found.clone() });
                Finding::PartsInFlight(PartsFinding { pair, part_a, part_b, queries, left_out, pairs })
            }
            (_, best) => {
                let lower = said().filter_map(apart).map(|found| found.proof.lower).fold(f64::INFINITY, f64::min);
                let pair = best.and_then(apart).map(|found| {
                    let mut found = found.clone();
                    found.proof.lower = lower;
                    found
                });
                Finding::Parts(PartsFinding { pair, part_a, part_b, queries, left_out, pairs })
            }
        };
        let met = format!("{body} is met from behind by {plane} with all its triangles.");
        let (outcome, say) = best.map_or(("NoneMet", met), |best| (best.verdict.outcome, best.verdict.say.clone()));
        let say = match &finding {
            Finding::PartsInContact(found) if found.parts.len() > 1 => {
                let n = found.parts.len();
                let points = found.points();
                format!("{n} parts of {body} touch {plane} in {points} points. The deepest: {say}")
            }
            _ => say,
        };
        Verdict { outcome, say, iterations: queries, finding }
    }
}

impl Run for OnPlane {
    fn frames(&self) -> usize {
        self.scene.frame_count()
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        Ok(self.decided(frame)?.0)
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let runs = self.opened(frame)?.runs;
        Ok(Box::new(move || {
            for (_, run) in &runs {
                if let Ok(ask) = run.prepared(0) {
                    ask();
                }
            }
        }))
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let (verdict, path) = self.decided(frame)?;
        let path = path.ok_or_else(|| QueryError::new("", verdict.say.clone()))?;
        let scene = self.shown(&path, frame)?;
        let run = super::open(&scene, &scene.queries[0])?;
        Ok(Arc::new(Within::new(run.lesson(0)?, verdict)))
    }
}

impl Question for OnPlane {
    type Answer = TestOfParts;

    fn answer(&self) -> TestOfParts {
        let Ok((Verdict { finding: Finding::Parts(found), .. }, _)) = self.decided(0) else {
            return TestOfParts::default();
        };
        let PartsFinding { pair, part_a, part_b, queries, .. } = found;
        let [lower, upper] = pair.map_or([f64::INFINITY; 2], |pair| [pair.proof.lower, pair.proof.upper]);
        let intersects = if upper < 0.0 {
            Some(true)
        } else if lower > 0.0 {
            Some(false)
        } else {
            None
        };
        let parts = if intersects == Some(true) { [part_a, part_b] } else { [None, None] };
        let rounding = if lower.is_finite() { upper - lower } else { 0.0 };
        TestOfParts { intersects, parts, rounding, queries }
    }

    fn prepared(&self) -> Prepared<'_> {
        Run::prepared(self, 0).unwrap_or_else(|_| Box::new(|| {}))
    }
}

/// Axes of which the first is this unit vector.
fn along(n: DVec3) -> DQuat {
    let (y, z) = n.any_orthonormal_pair();
    let axes = DMat3::from_cols(n, y, z);
    DQuat::from_mat3(&if axes.determinant() > 0.0 { axes } else { DMat3::from_cols(n, z, y) })
}

fn apart(finding: &Finding) -> Option<&PairFinding> {
    match finding {
        Finding::Distance(found) => Some(found),
        _ => None,
    }
}

fn in_flight(finding: &Finding) -> Option<&ContactFinding> {
    match finding {
        Finding::FirstContact(found) => Some(found),
        _ => None,
    }
}

/// Whether a part decides rather than another: the nearer, the sooner, of two that miss the one that comes nearer, the deeper.
fn is_before(now: &Verdict, best: &Verdict) -> bool {
    match (&now.finding, &best.finding) {
        (Finding::Distance(now), Finding::Distance(best)) => now.signed_distance < best.signed_distance,
        (Finding::Manifold(now), Finding::Manifold(best)) => {
            now.deepest().unwrap_or(f64::NEG_INFINITY) > best.deepest().unwrap_or(f64::NEG_INFINITY)
        }
        (Finding::FirstContact(now), Finding::FirstContact(best)) => match (now.hit, best.hit) {
            (Some(true), Some(true)) => now.t_first < best.t_first,
            (Some(true), _) => true,
            (_, Some(true)) => false,
            (None, Some(false)) => true,
            (Some(false), Some(false)) => now.gap < best.gap,
            _ => false,
        },
        _ => false,
    }
}
