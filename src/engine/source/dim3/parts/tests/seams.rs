//! Tests rays exactly through edges and vertices that parts share, against exact fractions: the union has no gap, and
//! the bracket contains the exact time.

use dashu::rational::RBig;

use super::*;
use crate::dim3::parts::{Body, HeightField, Part, Piece, Triangles, cast_ray};

type Point = [RBig; 3];

fn fraction(x: Real) -> RBig {
    RBig::try_from(f64::from(x)).unwrap()
}

fn point(v: Vec3) -> Point {
    v.to_array().map(fraction)
}

fn minus(a: &Point, b: &Point) -> Point {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

fn cross(a: &Point, b: &Point) -> Point {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

fn dot(a: &Point, b: &Point) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// The world point of a body's point, without rounding.
fn placed(pose: &Pose, p: Vec3) -> Point {
    let [x, y, z, w] = pose.rotation.to_array().map(fraction);
    let axis = [x, y, z];
    let p = point(p);
    let square = dot(&axis, &axis) + &w * &w;
    let side = cross(&axis, &p);
    let twice = cross(&axis, &side);
    let two = RBig::from(2);
    let at = point(pose.position);
    [0, 1, 2].map(|k| &p[k] + &two * (&w * &side[k] + &twice[k]) / &square + &at[k])
}

/// The moment at which a ray crosses a closed triangle that is not coplanar with it.
fn crossing(ray: &Ray, [a, b, c]: &[Point; 3]) -> Option<RBig> {
    let o = point(ray.origin);
    let d = point(ray.direction);
    let n = cross(&minus(b, a), &minus(c, a));
    let rise = dot(&n, &d);
    if rise == RBig::ZERO {
        return None;
    }
    let t = dot(&n, &minus(a, &o)) / rise;
    let at = [0, 1, 2].map(|k| &o[k] + &d[k] * &t);
    let inside =
        [(a, b), (b, c), (c, a)].iter().all(|(p, q)| dot(&cross(&minus(q, p), &minus(&at, p)), &n) >= RBig::ZERO);
    (inside && t >= RBig::ZERO && t <= fraction(ray.t_max)).then_some(t)
}

/// Casts a ray and compares the answer with the first crossing of all triangles. Returns whether it crosses several
/// triangles at that moment.
fn holds(body: &Body, pose: &Pose, ray: &Ray) -> bool {
    let triangle = |part: u32| body.triangle(part).unwrap().0.map(|p| placed(pose, p));
    let all: Vec<(u32, RBig)> =
        (0..body.count()).filter_map(|part| Some((part, crossing(ray, &triangle(part))?))).collect();
    let found = cast_ray(body, pose, ray, &mut Vec::new());
    let said = || format!("{:?} part {:?} of {ray:?} at {pose:?}", found.answer, found.part);
    let Some(first) = all.iter().map(|(_, t)| t).min() else {
        assert_eq!(found.answer.outcome.hit(), Some(false), "{}", said());
        return false;
    };
    assert_eq!(found.answer.outcome.hit(), Some(true), "{}", said());
    assert!(fraction(found.answer.lower) <= *first, "{}", said());
    assert!(fraction(found.answer.upper.unwrap()) >= *first, "{}", said());
    let shared: Vec<u32> = all.iter().filter(|(_, t)| t == first).map(|(part, _)| *part).collect();
    assert_eq!(found.part, Some(shared[0]), "{}: shared by {shared:?}", said());
    shared.len() > 1
}

fn decimal(random: &mut Random, most: u32) -> Real {
    random.below(most) as Real / 10.0
}

/// A height field with decimal heights and cells.
fn field(random: &mut Random) -> Body {
    let heights: Vec<Vec<Real>> = (0..5).map(|_| (0..5).map(|_| decimal(random, 9)).collect()).collect();
    let cell = [0.1 + decimal(random, 9), 0.1 + decimal(random, 9)];
    Body::new(vec![Part::field(HeightField::new(&heights, cell).unwrap())]).unwrap()
}

/// A closed mesh: a cube with decimal sides, two triangles a face.
fn mesh(random: &mut Random, one_sided: bool) -> Body {
    let half = Vec3::new(0.1 + decimal(random, 20), 0.1 + decimal(random, 20), 0.1 + decimal(random, 20));
    let corner = |i: usize| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { -half[k] } else { half[k] }));
    let triangles = vec![
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
    ];
    let triangles = Triangles::new((0..8).map(corner).collect(), triangles, one_sided).unwrap();
    Body::new(vec![Part::mesh(triangles)]).unwrap()
}

/// A ray towards a point on an edge of the part, up to rounding: along an axis, which is exact, or from anywhere.
fn aimed(random: &mut Random, body: &Body, pose: &Pose) -> Ray {
    let ([a, b, _], _) = body.triangle(random.below(body.count())).unwrap();
    let share = [0.0, 0.25, 0.5, 0.75, 1.0][random.below(5) as usize];
    let target = pose.point(a + (b - a) * share);
    if random.below(3) > 0 {
        let mut origin = target;
        origin.y += 5.0;
        return Ray { origin, direction: -Vec3::Y, t_max: 8.0 };
    }
    let direction = Vec3::from([0, 1, 2].map(|_| random.below(9) as Real / 8.0 - 0.4375));
    Ray { origin: target - direction * 4.0, direction, t_max: 8.0 }
}

/// Whether the ray is in the plane of a triangle, a case that the fractions of this test do not handle.
fn is_coplanar(body: &Body, pose: &Pose, ray: &Ray) -> bool {
    let o = point(ray.origin);
    let d = point(ray.direction);
    (0..body.count()).any(|part| {
        let [a, b, c] = body.triangle(part).unwrap().0.map(|p| placed(pose, p));
        let n = cross(&minus(&b, &a), &minus(&c, &a));
        dot(&n, &d) == RBig::ZERO && dot(&n, &minus(&a, &o)) == RBig::ZERO
    })
}

#[test]
fn a_ray_through_a_shared_edge_hits_the_union() {
    let random = &mut Random(1);
    let mut rays = 0;
    let mut shared = 0;
    while rays < 2_000 {
        let body = if rays % 2 == 0 { field(random) } else { mesh(random, false) };
        let far = if rays % 3 == 0 { 1000.0 } else { 1.0 };
        let turned = rays % 4 == 3;
        let pose = Pose {
            position: if rays % 5 < 3 { Vec3::ZERO } else { random.vector() * far },
            rotation: if turned { random.turn() } else { Quat::IDENTITY },
        };
        let ray = aimed(random, &body, &pose);
        if is_coplanar(&body, &pose, &ray) {
            continue;
        }
        shared += usize::from(holds(&body, &pose, &ray));
        rays += 1;
    }
    assert!(shared >= 300, "{shared} of {rays} rays pass through an edge exactly");
}

#[test]
fn straight_rays_at_a_decimal_grid_hit_each_grid_line() {
    let random = &mut Random(2);
    for _ in 0..40 {
        let body = field(random);
        let Piece::Field(field) = &body.pieces()[0].piece else { unreachable!() };
        for (i, j) in [(1, 1), (2, 1), (1, 3), (3, 2)] {
            let at = field.vertex(i, j);
            let next = field.vertex(i, j + 1);
            for z in [at.z, 0.5 * (at.z + next.z)] {
                let ray = Ray { origin: Vec3::new(at.x, 5.0, z), direction: -Vec3::Y, t_max: 9.0 };
                assert!(holds(&body, &Pose::IDENTITY, &ray), "{ray:?} passes through a shared edge");
            }
        }
    }
}

#[test]
fn one_sided_triangles_are_one_surface() {
    let random = &mut Random(3);
    for _ in 0..300 {
        let body = mesh(random, true);
        let size = random.turn();
        let pose = Pose { position: random.vector(), rotation: size };
        // From outside through the diagonal of a face, whose triangles face the ray.
        let ([a, b, c], _) = body.triangle(0).unwrap();
        let normal = (b - a).cross(c - a);
        let target = pose.point(a + (c - a) * 0.5);
        let ray = Ray { origin: target + pose.rotation * normal, direction: -(pose.rotation * normal), t_max: 2.0 };
        let found = cast_ray(&body, &pose, &ray, &mut Vec::new());
        assert_eq!(found.answer.outcome.hit(), Some(true), "{found:?}");
        assert!(found.answer.t.is_some_and(|t| (t - 1.0).abs() < 64.0 * EPS), "{found:?}");
    }
}

#[test]
fn pieces_that_share_a_face_are_one_body() {
    let cube = Shape::cuboid(Vec3::splat(0.5)).unwrap();
    let at = |x: Real| Part {
        piece: Piece::Convex(cube.clone()),
        pose: Pose::new(Vec3::X * x, Quat::IDENTITY),
        margin: 0.0,
    };
    let body = Body::new(vec![at(-0.5), at(0.5)]).unwrap();
    for rotation in [Quat::IDENTITY, Quat::from_xyzw(0.6, 0.0, 0.0, 0.8)] {
        // The pose leaves x unchanged, so the ray stays in the shared face.
        let pose = Pose { position: Vec3::new(0.1, 0.2, 0.3), rotation };
        let ray = Ray { origin: Vec3::new(0.1, 5.0, 0.35), direction: -Vec3::Y, t_max: 9.0 };
        let found = cast_ray(&body, &pose, &ray, &mut Vec::new());
        assert_eq!((found.answer.outcome.hit(), found.part), (Some(true), Some(0)), "{found:?}");
    }
}
