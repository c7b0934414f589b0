//! The drawing order against brute force: along any line of sight, what is drawn later is nearer.

use contact_lens::picture::{
    Camera, Figure, Form, Pane, Picture, Piece, Role, UnsortedFace, UnsortedShapes, Viewpoint, back_to_front,
};
use glam::{DVec2, DVec3};

use super::Dice;

fn triangles(dice: &mut Dice, count: usize, size: f64) -> UnsortedShapes {
    let mut matter = UnsortedShapes::default();
    while matter.faces.len() < count {
        let middle = dice.cube(1.0);
        let corners = [0; 3].map(|_| middle + dice.cube(size));
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        if normal.length() > 1e-3 {
            matter.faces.push(UnsortedFace { corners: corners.to_vec(), normal: normal.normalize() });
        }
    }
    matter
}

/// A point of a line of sight: seen along −z, at a depth.
fn foot(sight: Viewpoint, at: DVec2, z: f64) -> DVec3 {
    match sight {
        Viewpoint::Parallel(_) => at.extend(z),
        Viewpoint::Eye(eye) => eye + (at.extend(0.0) - eye) * ((eye.z - z) / eye.z),
    }
}

/// The depth at which the line of sight through `at` meets a convex polygon, and how far inside of its rim.
fn meets(sight: Viewpoint, at: DVec2, corners: &[DVec3], normal: DVec3) -> Option<(f64, f64)> {
    let (from, to) = (foot(sight, at, 0.0), foot(sight, at, 1.0));
    let slope = normal.dot(to - from);
    let t = normal.dot(corners[0] - from) / slope;
    let hit = from + (to - from) * t;
    let margin = |k: usize| {
        let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
        normal.cross((b - a).normalize_or_zero()).dot(hit - a)
    };
    let inside = (0..corners.len()).map(margin).fold(f64::INFINITY, f64::min);
    (slope.abs() > 1e-6).then_some((hit.z, inside))
}

const VIEWPOINTS: [Viewpoint; 2] = [Viewpoint::Parallel(DVec3::Z), Viewpoint::Eye(DVec3::new(0.0, 0.0, 6.0))];

#[test]
fn later_faces_are_nearer_and_none_is_lost() {
    let mut dice = Dice(7);
    let (mut rays, mut deep, mut cut) = (0, 0, 0);
    for round in 0..6 {
        let matter = triangles(&mut dice, 36, 1.5);
        for sight in VIEWPOINTS {
            let pieces = back_to_front(&matter, sight);
            cut += usize::from(pieces.len() > matter.faces.len());
            for _ in 0..300 {
                let at = DVec2::new(dice.next() * 2.0 - 1.0, dice.next() * 2.0 - 1.0) * 1.2;
                let whole: Vec<_> =
                    matter.faces.iter().map(|face| meets(sight, at, &face.corners, face.normal)).collect();
                if whole.iter().flatten().any(|(_, inside)| inside.abs() < 1e-6) {
                    continue; // on a rim either answer is right
                }
                let mut expected: Vec<(f64, usize)> = whole
                    .iter()
                    .enumerate()
                    .filter_map(|(i, m)| m.filter(|(_, inside)| *inside > 0.0).map(|(z, _)| (z, i)))
                    .collect();
                expected.sort_by(|a, b| a.0.total_cmp(&b.0));
                let drawn: Vec<(f64, usize, f64)> = pieces
                    .iter()
                    .filter_map(|piece| match piece {
                        Piece::Face { source, corners } => meets(sight, at, corners, matter.faces[*source].normal)
                            .filter(|(_, inside)| *inside > -1e-9)
                            .map(|(z, inside)| (z, *source, inside)),
                        _ => None,
                    })
                    .collect();
                if drawn.iter().any(|(_, _, inside)| *inside < 1e-6) {
                    continue; // on a cut
                }
                rays += 1;
                deep += usize::from(expected.len() >= 3);
                let drawn: Vec<usize> = drawn.iter().map(|(_, source, _)| *source).collect();
                let expected: Vec<usize> = expected.iter().map(|(_, source)| *source).collect();
                assert_eq!(drawn, expected, "round {round}, at {at}");
            }
        }
    }
    assert!(rays > 2500 && deep * 3 > rays && cut == 12, "a weak test: {rays} rays, {deep} deep, {cut} cut");
}

#[test]
fn lines_and_dots_are_drawn_between_what_is_behind_and_before_them() {
    let mut dice = Dice(11);
    let (mut before, mut behind) = (0, 0);
    for sight in VIEWPOINTS {
        let mut matter = triangles(&mut dice, 30, 0.9);
        matter.lines = (0..20).map(|_| [dice.cube(1.2), dice.cube(1.2)]).collect();
        matter.dots = (0..20).map(|_| dice.cube(1.2)).collect();
        let pieces = back_to_front(&matter, sight);
        let mut length = vec![0.0; matter.lines.len()];
        for (order, piece) in pieces.iter().enumerate() {
            let points: Vec<DVec3> = match piece {
                Piece::Face { .. } => continue,
                Piece::Dot { source } => vec![matter.dots[*source]],
                Piece::Line { source, span } => {
                    length[*source] += span[1] - span[0];
                    let [a, b] = matter.lines[*source];
                    [0.1, 0.5, 0.9].map(|t| a.lerp(b, span[0] + t * (span[1] - span[0]))).to_vec()
                }
            };
            for p in points {
                let at = match sight {
                    Viewpoint::Parallel(_) => p.truncate(),
                    Viewpoint::Eye(eye) => (eye + (p - eye) * (eye.z / (eye.z - p.z))).truncate(),
                };
                for (later, face) in pieces.iter().enumerate() {
                    let Piece::Face { source, corners } = face else { continue };
                    let Some((z, inside)) = meets(sight, at, corners, matter.faces[*source].normal) else { continue };
                    if inside > 1e-6 && (z - p.z).abs() > 1e-6 {
                        assert_eq!(z > p.z, later > order, "{p} against a face at depth {z}");
                        before += usize::from(z > p.z);
                        behind += usize::from(z < p.z);
                    }
                }
            }
        }
        assert!(length.iter().all(|l| (l - 1.0).abs() < 1e-12), "a line is drawn whole: {length:?}");
    }
    assert!(before > 100 && behind > 100, "a weak test: {before} before, {behind} behind");
}

#[test]
fn faces_in_one_plane_keep_their_order_and_lines_in_it_lie_on_top() {
    let square =
        |s: f64| vec![DVec3::new(-s, -s, 0.0), DVec3::new(s, -s, 0.0), DVec3::new(s, s, 0.0), DVec3::new(-s, s, 0.0)];
    let faces = [(square(1.0), DVec3::Z), (square(0.5), -DVec3::Z), (square(0.7), DVec3::Z)];
    let faces = faces.map(|(corners, normal)| UnsortedFace { corners, normal }).to_vec();
    let lines = vec![[DVec3::new(-2.0, 0.1, 0.0), DVec3::new(2.0, 0.1, 0.0)]];
    let matter = UnsortedShapes { faces, lines, dots: vec![DVec3::ZERO] };
    for sight in VIEWPOINTS {
        let pieces = back_to_front(&matter, sight);
        let order: Vec<String> = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Face { source, .. } => format!("face {source}"),
                Piece::Line { .. } => "line".into(),
                Piece::Dot { .. } => "dot".into(),
            })
            .collect();
        assert_eq!(order, ["face 0", "face 1", "face 2", "line", "dot"]);
    }
}

#[test]
fn two_thousand_faces_are_ordered_in_no_time_and_without_a_deep_stack() {
    let mut matter = UnsortedShapes::default();
    for (center, radius) in [(DVec3::ZERO, 1.0), (DVec3::new(0.9, 0.2, 0.3), 0.8)] {
        let ball = super::demo::sphere(center, radius, 40, 26);
        for face in &ball.faces {
            let corners: Vec<DVec3> = face.iter().map(|&i| ball.vertices[i as usize]).collect();
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            matter.faces.push(UnsortedFace { corners, normal });
        }
    }
    assert!(matter.faces.len() >= 2000, "{} faces", matter.faces.len());
    let start = std::time::Instant::now();
    let pieces = back_to_front(&matter, VIEWPOINTS[1]);
    println!("{} faces, {} pieces, {:?}", matter.faces.len(), pieces.len(), start.elapsed());
    assert!(pieces.len() < 4 * matter.faces.len(), "cut to {} pieces", pieces.len());
    assert!(start.elapsed().as_secs() < 60, "took {:?}", start.elapsed());
}

/// Numbers of a path's `d`, two by two.
fn places(path: &str) -> Vec<DVec2> {
    let numbers: Vec<f64> = path.split(['M', 'L', 'Z', ' ']).filter_map(|word| word.parse().ok()).collect();
    numbers.chunks_exact(2).map(|pair| DVec2::new(pair[0], pair[1])).collect()
}

#[test]
fn corners_lie_over_the_outlines_that_meet_there_and_edges_over_outlines() {
    let corners = [(-1.0, -0.7, 0.7), (1.2, -0.7, 0.5), (0.0, -0.5, -1.2), (0.3, 1.0, 0.0)].map(DVec3::from);
    let mut picture = Picture::default();
    for left in 0..4 {
        let face = (0..4).filter(|k| *k != left).map(|k| corners[k]).collect();
        picture.add(Role::Simplex, format!("face/{left}"), Form::Polygon(face));
        picture.point(Role::Simplex, format!("corner/{left}"), corners[left]);
        for right in left + 1..4 {
            picture.segment(Role::Closest, format!("edge/{left}{right}"), corners[left], corners[right]);
        }
    }
    let (size, mut seen) = ([600, 400], [0, 0]);
    for turn in 0..24 {
        let camera = Camera { azimuth: f64::from(turn) * 0.27, elevation: 0.6, distance: 7.0, ..Camera::default() };
        let panes = vec![Pane::new("world", &picture, &Picture::default(), camera)];
        let figure = Figure { panes, size, legend: false, ..Figure::default() };
        let svg = figure.svg();
        let groups: Vec<(&str, &str)> = svg.split("data-key=\"").skip(1).filter_map(|g| g.split_once('"')).collect();
        let area = figure.layout().panes[0].size;
        let at = corners.map(|corner| camera.project(corner, area).unwrap());
        for (order, (key, drawn)) in groups.iter().enumerate() {
            let after = |lower: &str, on: &dyn Fn(&[DVec2]) -> bool| {
                let paths =
                    |drawn: &str| drawn.split("d=\"").skip(1).any(|path| on(&places(path.split('"').next().unwrap())));
                groups[order..]
                    .iter()
                    .filter(|(key, drawn)| key.starts_with(lower) && drawn.contains("fill=\"none\"") && paths(drawn))
                    .count()
            };
            if let Some(corner) = key.strip_prefix("corner/") {
                let here = at[corner.parse::<usize>().unwrap()];
                let on = |path: &[DVec2]| path.iter().any(|p| p.distance(here) < 0.1);
                assert_eq!(after("face/", &on) + after("edge/", &on), 0, "turn {turn}: {key} is drawn over");
                seen[0] += 1;
            } else if let Some(ends) = key.strip_prefix("edge/").filter(|_| drawn.contains("fill=\"none\"")) {
                let [a, b] = [0, 1].map(|k| at[ends[k..=k].parse::<usize>().unwrap()]);
                let on = |path: &[DVec2]| {
                    path.windows(2).any(|pair| {
                        pair.iter().all(|p| p.distance(a).min(p.distance(b)) < 0.1 && pair[0].distance(pair[1]) > 1.0)
                    })
                };
                assert_eq!(after("face/", &on), 0, "turn {turn}: {key} is drawn over");
                seen[1] += 1;
            }
        }
    }
    assert!(seen[0] == 96 && seen[1] >= 144, "a weak test: {seen:?}");
}
