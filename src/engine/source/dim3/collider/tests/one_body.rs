//! Tests rays, points, boxes, support points and masses.

use super::*;
use masses::MassError;
use rays::{Outcome, Ray};

#[test]
fn rays_hit_the_first_part() {
    let random = &mut Random(70);
    let mut workspace = Workspace::default();
    let mut counts = [0; 3];
    for collider in (70..76).flat_map(|seed| colliders(&mut Random(seed))) {
        for _ in 0..8 {
            let at = pose(random, 1.0);
            let origin = at.position + random.direction() * 3.0;
            let ray = Ray { origin, direction: at.position + random.vector() * 0.6 - origin, t_max: 2.0 };
            let found = workspace.ray(&collider, &at, &ray).unwrap();
            assert_eq!(collider.ray(&at, &ray), Ok(found));
            let Some(hit) = found.answer.outcome.hit() else {
                counts[2] += 1;
                continue;
            };
            counts[usize::from(hit)] += 1;
            let expected = if let Some(half_space) = collider.as_half_space() {
                let (n, offset) = plane(half_space, &at);
                let speed = n.dot(ray.direction);
                let height = n.dot(ray.origin) - offset;
                if height <= 0.0 { Some(0.0) } else { Some(-height / speed).filter(|t| (0.0..=2.0).contains(t)) }
            } else {
                let times = placed_parts(&collider, &at).into_iter().filter_map(|(leaf, at)| {
                    let shape = Shape::inflate(leaf.shape, leaf.ball).unwrap();
                    rays::cast(&shape, &at, &ray).t
                });
                times.reduce(Real::min)
            };
            let case = format!("{:?}: {found:?} instead of {expected:?}", collider.kind());
            match (found.answer.t, expected) {
                (Some(t), Some(expected)) => assert!((t - expected).abs() <= ERROR, "{case}"),
                (t, expected) => assert_eq!(t, expected, "{case}"),
            }
            assert_eq!(found.part.is_some(), hit, "{case}");
        }
    }
    assert!(counts[0] > 50 && counts[1] > 200 && counts[2] < 5, "{counts:?}");
}

#[test]
fn points_are_inside_where_the_projection_is_negative() {
    let random = &mut Random(80);
    let mut workspace = Workspace::default();
    let mut counts = [0; 2];
    for collider in (80..84).flat_map(|seed| colliders(&mut Random(seed))) {
        for _ in 0..12 {
            let at = pose(random, 1.0);
            let point = at.position + random.vector() * 0.9;
            let found = workspace.project(&collider, &at, point).unwrap();
            let case = format!("{:?}: {found:?}", collider.kind());
            assert_eq!(collider.project(&at, point), Ok(found), "{case}");
            assert!(found.bracket.lower <= found.signed_distance, "{case}");
            assert!(found.signed_distance <= found.bracket.upper, "{case}");
            assert!(((point - found.point).length() - found.signed_distance.abs()).abs() <= 1.0e-3, "{case}");
            let n = found.normal.unwrap();
            assert!((point - found.point - n * found.signed_distance).length() <= 20.0 * ERROR.sqrt(), "{case}");
            if found.signed_distance.abs() > ERROR {
                assert_eq!(collider.contains(&at, point), Some(found.signed_distance < 0.0), "{case}");
                counts[usize::from(found.signed_distance < 0.0)] += 1;
            }
            // The nearest point is on the surface.
            let again = collider.project(&at, found.point).unwrap();
            assert!(again.signed_distance.abs() <= ERROR.sqrt() || collider.kind() == ColliderKind::Compound, "{case}");
        }
    }
    assert!(counts[0] > 100 && counts[1] > 50, "{counts:?}");
}

#[test]
fn a_closed_mesh_contains_the_points_of_its_hull() {
    let half = Vec3::new(0.5, 0.75, 0.25);
    let (vertices, triangles) = box_mesh(half);
    let cuboid = Collider::cuboid(half).unwrap();
    let mesh = Collider::mesh(vertices.clone(), triangles.clone()).unwrap();
    let one_sided = Collider::one_sided_mesh(vertices.clone(), triangles.clone()).unwrap();
    let inward: Vec<_> = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let inverted = Collider::one_sided_mesh(vertices.clone(), inward).unwrap();
    let open = Collider::mesh(vertices, triangles[1..].to_vec()).unwrap();
    let random = &mut Random(90);
    for _ in 0..100 {
        let at = pose(random, 2.0);
        let point = at.position + random.vector();
        let expected = cuboid.project(&at, point).unwrap();
        for mesh in [&mesh, &one_sided, &inverted] {
            let found = mesh.project(&at, point).unwrap();
            assert!((found.signed_distance - expected.signed_distance).abs() <= ERROR, "{found:?} {expected:?}");
            assert_eq!(mesh.contains(&at, point), cuboid.contains(&at, point));
        }
        assert_eq!(open.contains(&at, point), Some(false));
    }
    assert_eq!(mesh.contains(&Pose::IDENTITY, Vec3::new(0.5, 0.1, 0.1)), None);
    assert_eq!(one_sided.contains(&Pose::IDENTITY, Vec3::new(0.5, 0.1, 0.1)), None);
}

#[test]
fn boxes_contain_all_support_points() {
    let random = &mut Random(100);
    for collider in (100..103).flat_map(|seed| colliders(&mut Random(seed))) {
        for _ in 0..10 {
            let at = pose(random, 2.0);
            let bounds = collider.aabb(&at).unwrap();
            let direction = random.vector() * 3.0;
            let Ok(found) = collider.support(&at, direction) else {
                assert_eq!(collider.kind(), ColliderKind::HalfSpace);
                assert!(bounds.low == [Real::NEG_INFINITY; 3] && bounds.high == [Real::INFINITY; 3]);
                continue;
            };
            let n = direction.normalize();
            let expected =
                placed_parts(&collider, &at).iter().map(|(leaf, at)| -least_along(leaf, at, -n)).fold(-9.0, Real::max);
            assert!((n.dot(found) - expected).abs() <= ERROR, "{found} {expected}");
            for k in 0..3 {
                assert!(bounds.low[k] - ERROR <= found[k] && found[k] <= bounds.high[k] + ERROR);
                let axis = [Vec3::X, Vec3::Y, Vec3::Z][k];
                let most = collider.support(&at, axis).unwrap()[k];
                let slack = if collider.shape().is_some() { ERROR } else { 2.0 };
                assert!(most <= bounds.high[k] + ERROR && bounds.high[k] <= most + slack);
            }
        }
    }
}

#[test]
fn half_spaces_have_boxes_and_support_points_along_their_normals() {
    let wall = Collider::half_space(Vec3::new(-2.0, 0.0, 0.0), 3.0).unwrap();
    let at = Pose::new(Vec3::new(1.0, 5.0, 0.0), Quat::IDENTITY);
    let bounds = wall.aabb(&at).unwrap();
    assert_eq!((bounds.low[0], bounds.high[0], bounds.low[1]), (-2.0, Real::INFINITY, Real::NEG_INFINITY));
    assert_eq!(wall.support(&at, -Vec3::X), Ok(Vec3::new(-2.0, 5.0, 0.0)));
    assert_eq!(wall.support(&at, Vec3::X), Err(NoAnswer::Unbounded));
    let random = &mut Random(110);
    for _ in 0..20 {
        let normal = random.direction();
        let tilted = Collider::half_space(normal, random.signed()).unwrap();
        let at = pose(random, 1.0);
        let top = tilted.support(&at, at.vector(normal)).unwrap();
        assert!(tilted.project(&at, top).unwrap().signed_distance.abs() <= ERROR);
    }
}

#[test]
fn masses_of_solids_agree() {
    let half = Vec3::new(0.5, 0.75, 0.25);
    let (vertices, triangles) = box_mesh(half);
    let expected = Collider::cuboid(half).unwrap().mass(10.0).unwrap();
    let mesh = Collider::mesh(vertices.clone(), triangles.clone()).unwrap().mass(10.0).unwrap();
    let compound = Collider::compound([(Pose::IDENTITY, Shape::cuboid(half).unwrap())]).unwrap().mass(10.0).unwrap();
    for found in [mesh, compound] {
        assert!((found.mass - expected.mass).abs() <= ERROR && found.center == Some(Vec3::ZERO));
    }
    let open = Collider::mesh(vertices, triangles[1..].to_vec()).unwrap();
    assert_eq!(open.mass(1.0), Err(NoAnswer::Mass(MassError::Open)));
    assert_eq!(Collider::half_space(Vec3::Y, 0.0).unwrap().mass(1.0), Err(NoAnswer::Unbounded));
    assert_eq!(Collider::ball(1.0).unwrap().mass(0.0), Err(NoAnswer::Mass(MassError::Density)));
    let field = Collider::height_field(&[vec![0.0; 2], vec![0.0; 2]], [1.0; 2]).unwrap();
    assert_eq!(field.mass(1.0), Err(NoAnswer::Mass(MassError::Open)));
}

#[test]
fn a_ray_that_starts_inside_is_a_hit_at_the_start() {
    for collider in colliders(&mut Random(120)) {
        if !matches!(collider.kind(), ColliderKind::Convex | ColliderKind::HalfSpace) {
            continue;
        }
        let at = Pose::IDENTITY;
        let inside =
            if let Some(half_space) = collider.as_half_space() { -plane(half_space, &at).0 } else { Vec3::ZERO };
        let ray = Ray { origin: inside, direction: Vec3::X, t_max: 1.0 };
        assert_eq!(collider.ray(&at, &ray).unwrap().answer.outcome, Outcome::StartsInside);
    }
}
