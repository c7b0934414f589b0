//! Comparison of two answers to one query, by two solvers or in two precisions. The answers contradict each other when
//! they cannot both be true, allowing for the rounding of the bodies.

use contact_lens_model::answer::{
    BodyClass, ClassesFinding, ContactFinding, DifferenceFinding, Finding, FindingFacts as _, HullFinding, HullMeasure,
    PairsFinding, RayFinding,
};
use glam::DVec3;

/// Error bound of the gap between two casts, in units of `rounding`: of the initial poses, both velocities and the
/// time.
const CAST_ROUNDINGS: f64 = 16.0;

/// Allowed distance of the hits of two ray casts, in roots of `rounding`: a rounding of a curved body or of a flat
/// angle moves the hit by up to the root.
const RAY_ROUNDINGS: f64 = 64.0;

/// Allowed difference of a length in two answers, in units of `rounding`: each answer may be off by a rounding of its
/// bodies, with a factor of safety.
const LENGTH_ROUNDINGS: f64 = 4.0;

/// Relative error of sizes and heights computed in f64.
const RELATIVE_ERROR: f64 = 1e-9;

/// Returns the contradiction between two answers when lengths may be off by `rounding`, meters; `None` when both can be
/// true, and for kinds of answers that are not compared. `names` are those of the two solvers.
pub fn contradiction(one: &Finding, other: &Finding, names: [&str; 2], rounding: f64) -> Option<String> {
    match (one.bracket(), other.bracket()) {
        (Some(a), Some(b)) => contradiction_of_brackets([a, b], names, rounding),
        (None, None) => contradiction_without_brackets(one, other, names, rounding),
        (Some(_), None) | (None, Some(_)) => Some(different_kinds(names)),
    }
}

/// States that the answers of two solvers cannot be compared.
fn different_kinds([first, second]: [&str; 2]) -> String {
    format!("{first} and {second} give answers of different kinds")
}

/// Compares two brackets `[lower, upper]` of one signed distance, meters: they must overlap.
fn contradiction_of_brackets([a, b]: [[f64; 2]; 2], [first, second]: [&str; 2], rounding: f64) -> Option<String> {
    if a[0] <= b[1] + rounding && b[0] <= a[1] + rounding {
        return None;
    }
    Some(format!(
        "{first} proves that the signed distance is in [{:e}, {:e}] m, {second} that it is in [{:e}, {:e}] m",
        a[0], a[1], b[0], b[1]
    ))
}

/// Compares two answers that are not about a signed distance; `None` also for kinds that are not compared.
fn contradiction_without_brackets(one: &Finding, other: &Finding, names: [&str; 2], rounding: f64) -> Option<String> {
    match (one, other) {
        (Finding::Hull(a), Finding::Hull(b)) => contradiction_of_hulls(a, b, names, rounding),
        (Finding::Difference(a), Finding::Difference(b)) => contradiction_of_differences(a, b, names, rounding),
        (Finding::Pairs(a), Finding::Pairs(b)) => contradiction_of_pairs(a, b, names, rounding),
        (Finding::Classes(a), Finding::Classes(b)) => contradiction_of_classes(a, b, names),
        (Finding::FirstContact(a), Finding::FirstContact(b)) => contradiction_of_casts([a, b], names, rounding),
        (Finding::Ray(a), Finding::Ray(b)) => contradiction_of_rays([a, b], names, rounding),
        // Without a normal, the separation is only a lower bound.
        (Finding::Manifold(a), Finding::Manifold(b)) if a.normal.is_some() && b.normal.is_some() => {
            contradiction_of_lengths("contact depth", [-a.separation, -b.separation], names, rounding)
        }
        (Finding::Farthest(a), Finding::Farthest(b)) => {
            contradiction_of_lengths("support height", [a.value, b.value], names, rounding)
        }
        _ => None,
    }
}

/// Compares one length in two answers, meters; `quantity` is its name.
fn contradiction_of_lengths(
    quantity: &str,
    [a, b]: [f64; 2],
    [first, second]: [&str; 2],
    rounding: f64,
) -> Option<String> {
    let do_agree = (a - b).abs() <= LENGTH_ROUNDINGS * rounding + RELATIVE_ERROR * a.abs().max(b.abs());
    (!do_agree).then(|| format!("{first} reports a {quantity} of {a:e} m, but {second} reports {b:e} m"))
}

/// Compares two casts: a hit in one contradicts a miss in the other, unless the gap of the miss is below rounding
/// error.
fn contradiction_of_casts([a, b]: [&ContactFinding; 2], [first, second]: [&str; 2], rounding: f64) -> Option<String> {
    let (miss, [hitting, missing]) = match (a.hit, b.hit) {
        (Some(true), Some(false)) => (b, [first, second]),
        (Some(false), Some(true)) => (a, [second, first]),
        _ => return None,
    };
    let gap = miss.gap.filter(|gap| *gap > CAST_ROUNDINGS * rounding)?;
    Some(format!("{hitting} reports a hit, but {missing} reports a miss with a gap of {gap:e} m"))
}

/// Compares two ray casts: the brackets of two hits must overlap. Near an edge, rounding decides between a hit
/// and a miss.
fn contradiction_of_rays([a, b]: [&RayFinding; 2], [first, second]: [&str; 2], rounding: f64) -> Option<String> {
    let distance = a.point?.distance(b.point?);
    // A grazing ray moves the hit by much more than the rounding of the body.
    let allowed = distance_of_hits(a, rounding) + distance_of_hits(b, rounding);
    (distance > allowed).then(|| format!("{first} and {second} report hits that are {distance:e} m apart"))
}

/// Error of a hit's position along the ray, meters, from the rounding of the body: infinite without a normal.
fn distance_of_hits(found: &RayFinding, rounding: f64) -> f64 {
    if found.starts_inside() || found.normal.is_none() { f64::INFINITY } else { RAY_ROUNDINGS * rounding.sqrt() }
}

/// Compares frustum classes: a body cannot be outside in one answer and inside in the other. Due to rounding, either
/// answer may report a crossing instead.
fn contradiction_of_classes(
    one: &ClassesFinding,
    other: &ClassesFinding,
    [first, second]: [&str; 2],
) -> Option<String> {
    one.bodies.iter().zip(&other.bodies).find_map(|(a, b)| {
        let p = a.class.name();
        let q = b.class.name();
        (are_opposite(a.class, b.class) || are_opposite(b.class, a.class))
            .then(|| format!("{first} reports `{}` as {p}, but {second} as {q}", a.name))
    })
}

/// Compares hulls of points that are off by at most `rounding`, which bounds the difference of their areas or volumes.
/// With a `rounding` of 0 the points are the same, and so must be the hulls.
fn contradiction_of_hulls(
    one: &HullFinding,
    other: &HullFinding,
    [first, second]: [&str; 2],
    rounding: f64,
) -> Option<String> {
    if rounding == 0.0 {
        let are_same = one.vertices == other.vertices && one.faces() == other.faces();
        return (!are_same).then(|| format!("{first} and {second} report different hulls of the same points"));
    }
    let (name, [a, b], allowed) = match (&one.measure, &other.measure) {
        (HullMeasure::Planar { area: a, perimeter: p }, HullMeasure::Planar { area: b, perimeter: q }) => {
            // Steiner: the points within r of a convex set add the area r · perimeter + π r², and π < 4.
            ("area (m²)", [*a, *b], rounding * (p.max(*q) + 4.0 * rounding))
        }
        (HullMeasure::Spatial { volume: a, area: p, .. }, HullMeasure::Spatial { volume: b, area: q, .. }) => {
            // In space, they add the volume r · area + r² · (total mean curvature) + 4/3 π r³. A second r · area bounds
            // the middle term except for flat hulls, and 16 r³ the last one.
            ("volume (m³)", [*a, *b], 2.0 * rounding * (p.max(*q) + 8.0 * rounding * rounding))
        }
        _ => return Some(different_kinds([first, second])),
    };
    let do_agree = (a - b).abs() <= allowed + RELATIVE_ERROR * a.abs().max(b.abs());
    (!do_agree).then(|| format!("{first} reports the {name} as {a:e}, but {second} as {b:e}"))
}

/// Compares differences of bodies that are off by at most `rounding`: their extents along both directions of each axis
/// must agree to twice that.
fn contradiction_of_differences(
    one: &DifferenceFinding,
    other: &DifferenceFinding,
    [first, second]: [&str; 2],
    rounding: f64,
) -> Option<String> {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|d| [d, -d]);
    axes.into_iter().find_map(|d| {
        let [a, b] =
            [one, other].map(|finding| finding.points.iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max));
        let do_agree = (a - b).abs() <= 2.0 * rounding + RELATIVE_ERROR * a.abs().max(b.abs());
        (!do_agree).then(|| {
            format!("along {d} the Minkowski difference reaches {a:e} m according to {first}, but {b:e} m to {second}")
        })
    })
}

/// Compares pairs of boxes whose sides are off by at most `rounding`: only nearly touching boxes may be a pair of one
/// answer alone.
fn contradiction_of_pairs(one: &PairsFinding, other: &PairsFinding, names: [&str; 2], rounding: f64) -> Option<String> {
    if one.boxes.len() != other.boxes.len() {
        let counts = [one.boxes.len(), other.boxes.len()];
        return Some(format!("{} reports {} boxes, but {} reports {}", names[0], counts[0], names[1], counts[1]));
    }
    let only_first = pair_only_in(one, other, one, rounding);
    let only_second = pair_only_in(other, one, one, rounding);
    let reporter = if only_first.is_some() { names[0] } else { names[1] };
    let [a, b] = only_first.or(only_second)?.map(|body| &one.names[body as usize]);
    Some(format!("only {reporter} reports that the boxes of `{a}` and `{b}` overlap"))
}

/// Whether `a` is outside of the frustum and `b` inside.
fn are_opposite(a: BodyClass, b: BodyClass) -> bool {
    matches!(a, BodyClass::Outside(_) | BodyClass::FalsePositive { .. }) && b == BodyClass::Inside
}

/// First pair of the answer `a` that `b` lacks; `None` if there is none. Pairs whose boxes in the answer `boxes` touch
/// to within `rounding`, meters, do not count.
fn pair_only_in(a: &PairsFinding, b: &PairsFinding, boxes: &PairsFinding, rounding: f64) -> Option<[u32; 2]> {
    let mut missing = a.pairs.iter().filter(|pair| b.pairs.binary_search(pair).is_err());
    missing.find(|pair| box_gap(**pair, boxes).is_none_or(|gap| gap.abs() > rounding)).copied()
}

/// Signed gap of the boxes of two bodies, meters: the largest over the axes, negative if they overlap. `None` if a body
/// has no box.
fn box_gap([a, b]: [u32; 2], finding: &PairsFinding) -> Option<f64> {
    let [min, max] = finding.boxes[a as usize]?;
    let [low, high] = finding.boxes[b as usize]?;
    (0..finding.axes).map(|axis| (low[axis] - max[axis]).max(min[axis] - high[axis])).reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_model::answer::FarthestFinding;

    #[test]
    fn contradicting_answers_are_reported() {
        let cast = |hit, gap| {
            Finding::FirstContact(ContactFinding {
                hit: Some(hit),
                status: if hit { "hit" } else { "passes by" },
                t_first: hit.then_some(1.0),
                lower: 1.0,
                upper: hit.then_some(1.0),
                t_last: None,
                t_max: 1.0,
                at_start: false,
                normal: Some(DVec3::X),
                witness: hit.then_some([DVec3::X; 2]),
                gap,
            })
        };
        let contradict = |a: &Finding, b: &Finding| contradiction(a, b, ["one", "the other"], 1e-6).is_some();
        let hit = cast(true, None);
        let miss = cast(false, Some(0.1));
        let near = cast(false, Some(1e-6));
        assert_eq!([contradict(&hit, &miss), contradict(&miss, &hit), contradict(&hit, &near)], [true, true, false]);
        let far = |value| Finding::Farthest(FarthestFinding { value, ..FarthestFinding::default() });
        assert_eq!([contradict(&far(1.0), &far(1.1)), contradict(&far(1.0), &far(1.0 + 1e-6))], [true, false]);
    }
}
