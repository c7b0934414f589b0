//! Tests the bound of two inscribed balls against a dense search over all directions, and the answers that they decide.

use crate::dim3::distance::pose::Pose;
use crate::dim3::distance::shape::{Axis, Shape, ShapeError};
use crate::dim3::distance::support::Cso;
use crate::dim3::distance::*;
use contact_lens_model::snapshot::answer::Status;

/// Directions spread evenly over the sphere, on a spiral.
fn directions(count: usize) -> impl Iterator<Item = Vec3> {
    (0..count).map(move |i| {
        let y = 1.0 - (2 * i + 1) as f64 / count as f64;
        let across = (1.0 - y * y).sqrt();
        // The golden angle.
        let angle = 2.399963229728653 * i as f64;
        Vec3::new((across * angle.cos()) as Real, y as Real, (across * angle.sin()) as Real)
    })
}

fn solids() -> Result<Vec<Shape>, ShapeError> {
    let wedge = [Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 1.5, Vec3::Z, Vec3::new(1.5, 1.0, 1.25)];
    Ok(vec![
        Shape::sphere(0.75)?,
        Shape::cuboid(Vec3::new(0.75, 1.0, 1.5))?,
        Shape::cylinder(0.75, 1.0, Axis::Y)?,
        Shape::cone(1.0, 0.75, Axis::Z)?,
        Shape::capsule(0.5, 0.75, Axis::X)?,
        Shape::ellipsoid(Vec3::new(0.75, 1.0, 1.25))?,
        Shape::polytope(&wedge)?,
    ])
}

/// Every pair of solids at a few overlapping positions, rotated and not.
fn overlapping() -> Result<Vec<(Shape, Shape, Pose)>, ShapeError> {
    let places = [Vec3::ZERO, Vec3::new(0.4, 0.1, 0.2), Vec3::new(-0.3, 0.8, 0.1), Vec3::new(0.1, -0.2, 0.9)];
    let rotations = [Quat::IDENTITY, Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize()];
    let mut pairs = Vec::new();
    for a in solids()? {
        for b in solids()? {
            for (place, rotation) in places.into_iter().zip(rotations.into_iter().cycle()) {
                pairs.push((a.clone(), b.clone(), Pose::new(place, rotation)));
            }
        }
    }
    Ok(pairs)
}

#[test]
fn no_direction_is_shallower_than_the_proven_depth() -> Result<(), ShapeError> {
    let mut tight = 0;
    let mut all = 0;
    for (a, b, pose) in overlapping()? {
        let cso = Cso::new(&a, &Pose::IDENTITY, &b, &pose);
        let least = directions(2000).map(|m| m.dot(cso.support(m).w)).fold(Real::INFINITY, Real::min);
        if least <= 0.0 {
            continue;
        }
        // The bound must hold for any plane and any limit of the radii.
        for (i, n) in directions(40).enumerate() {
            let support = cso.support(n);
            let limit = least * (0.25 + 0.05 * i as Real);
            let bound = InscribedBalls::below(&cso, n, [support.a, support.b], limit).depth();
            assert!(bound <= least + 64.0 * EPS, "{a:?} {b:?} along {n}: {bound} is more than {least}");
        }
        let answer = signed_distance(&a, &Pose::IDENTITY, &b, &pose, &Options::default());
        let depth = -answer.signed_distance.unwrap() - cso.margin();
        assert!(depth <= least + 64.0 * EPS, "{a:?} {b:?}: {depth} against {least}");
        // Directions are 0.06 apart at most, and supports 3 from the origin.
        assert!(least < depth + 0.2, "{a:?} {b:?}: {depth} against {least}");
        tight += usize::from(answer.upper - answer.lower < 1.0e-3 * depth);
        all += 1;
    }
    assert!(all > 100 && tight > all / 2, "{tight} of {all} brackets are tight");
    Ok(())
}

/// A capsule on the axis of a cylinder: a ring of directions is equally shallow, and one ball decides.
#[test]
fn a_ring_of_equal_directions_is_decided_without_a_polytope() -> Result<(), ShapeError> {
    let a = Shape::cylinder(0.5, 2.0, Axis::Y)?;
    let b = Shape::capsule(0.25, 1.0, Axis::Y)?;
    let cso = Cso::new(&a, &Pose::IDENTITY, &b, &Pose::IDENTITY);
    let mut query = Distance::new(cso, Options::default(), Buffers::default());
    query.run();
    let answer = query.answer();
    assert!((answer.signed_distance.unwrap() + 0.75).abs() < 16.0 * EPS, "{answer:?}");
    assert_eq!(answer.status, Status::Penetrating);
    assert!(answer.upper - answer.lower < 1000.0 * EPS, "{answer:?}");
    let deep = query.deep.as_ref();
    assert!(deep.is_some_and(|deep| deep.proven && deep.epa.buffers.polytope.faces.is_empty()));
    Ok(())
}

/// Faces that touch, and a vertex below a face where GJK ends with a flat simplex: a facet decides.
#[test]
fn touching_faces_are_decided_by_a_facet() -> Result<(), ShapeError> {
    let cube = Shape::cuboid(Vec3::ONE)?;
    let wedge = Shape::polytope(&[Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0, Vec3::Z * 2.0])?;
    let quarter = Quat::from_xyzw(0.0, 0.0, 1.0, 1.0).normalize();
    let mut decided = 0;
    for (a, b, at, rotation) in [
        (&cube, &cube, Vec3::new(2.0, 0.5, -0.25), Quat::IDENTITY),
        (&cube, &cube, Vec3::new(-0.75, 2.0, 0.25), quarter),
        (&cube, &wedge, Vec3::new(1.0, 0.25, -0.5), Quat::IDENTITY),
        (&wedge, &cube, Vec3::new(-1.0, 0.25, 0.5), Quat::IDENTITY),
    ] {
        let cso = Cso::new(a, &Pose::IDENTITY, b, &Pose::new(at, rotation));
        let mut query = Distance::new(cso, Options::default(), Buffers::default());
        query.run();
        let answer = query.answer();
        assert_eq!(answer.status, Status::Touching, "{at}: {answer:?}");
        assert!(
            answer.signed_distance.unwrap().abs() < 64.0 * EPS && answer.upper - answer.lower < 2000.0 * EPS,
            "{answer:?}"
        );
        assert!((answer.witness_a - answer.witness_b).length() < 64.0 * EPS, "{answer:?}");
        decided += usize::from(
            query.deep.as_ref().is_none_or(|deep| deep.facet_proof.is_some_and(|facet_proof| facet_proof.proven)),
        );
    }
    assert!(decided >= 3, "only {decided} without a polytope");
    Ok(())
}
