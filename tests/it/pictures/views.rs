//! Lanes and spheres: what stands where, what is told without color, and how a crowd is drawn.

use contact_lens::lesson::{Pictures, View, ViewKind};
use contact_lens::picture::flat::{Draw, Flat, TITLE};
use contact_lens::picture::flatten;
use contact_lens::picture::pick::pick_flat;
use contact_lens::picture::{Bounds, Camera, Figure, Form, LaneMap, Marker, Pane, Picture, Role, Theme, dump};
use glam::{DVec2, DVec3};

use super::{Dice, sat};

/// A figure of views, framed.
fn figure(title: &str, views: &[View], [still, beat]: &[Pictures; 2], theme: Theme, size: [u32; 2]) -> Figure {
    let n = DVec3::new(0.6, 0.7, 0.3);
    let pane = |view: &View| Pane::of_kind(view.kind, view.title, still.of(view.id), beat.of(view.id), view.camera(n));
    let panes = views.iter().map(pane).collect();
    let caption = String::from("On the axis that is framed the shadow of B begins after the shadow of A ends.");
    let mut figure = Figure { title: title.into(), caption: caption.into(), panes, theme, size, ..Figure::default() };
    let layout = figure.layout();
    for (pane, area) in figure.panes.iter_mut().zip(&layout.panes) {
        pane.camera = pane.kind.framing(pane.camera, &Bounds::of(&pane.picture), area.aspect(), 0.09);
    }
    figure
}

pub fn sat_figure(theme: Theme, size: [u32; 2]) -> Figure {
    figure("Two boxes that an edge × edge axis parts most", sat::VIEWS, &sat::pictures(), theme, size)
}

/// One view of lanes.
pub fn lanes_figure(title: &'static str, picture: Picture, theme: Theme, size: [u32; 2]) -> Figure {
    let mut pictures = Pictures::default();
    *pictures.edit("lanes") = picture;
    figure(title, &[View::lanes("lanes", title)], &[Pictures::default(), pictures], theme, size)
}

/// Bodies on three axes, two of them looked at, as a sweep sees them.
pub fn sweep(count: usize) -> Picture {
    let (mut picture, mut dice) = (Picture::default(), Dice(7));
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
    let tracks = if count < 100 { 5 } else { 1 };
    for (lane, name) in ["x", "y", "z"].into_iter().enumerate() {
        let top = lane as f64 * (tracks as f64 + 1.0);
        let rows = [top, top + tracks as f64];
        picture.lane(if lane == 0 { Role::Axis } else { Role::Text }, format!("lane/{name}"), rows, name);
        let spread = 0.7 * (count as f64).cbrt() * 2.0;
        let mut pair = [[0.0; 2]; 2];
        let mut spans: Vec<(usize, [f64; 2])> = (0..count)
            .map(|body| {
                let low = spread * dice.next();
                (body, [low, low + 0.5 + dice.next()])
            })
            .collect();
        spans.sort_by(|a, b| a.1[0].total_cmp(&b.1[0]));
        // Packed: each in the first track that is free where it begins.
        let mut free = vec![f64::NEG_INFINITY; tracks];
        for (body, ends) in spans {
            let track = free.iter().position(|end| *end < ends[0]).unwrap_or(body % tracks);
            free[track] = ends[1];
            let row = top + track as f64 + 0.5;
            let role = match body {
                3 => Role::ShapeA,
                8 => Role::ShapeB,
                _ => Role::Member,
            };
            if let Some(kept) = [3, 8].iter().position(|which| *which == body) {
                pair[kept] = ends;
            }
            let text = body.to_string();
            let form = Form::Interval { ends, row, thickness: 0.8, solid: false, text };
            picture.add(role, format!("body/{body}"), form);
        }
        let shared = [pair[0][0].max(pair[1][0]), pair[0][1].min(pair[1][1])];
        if shared[0] < shared[1] {
            picture.add(Role::Overlap, "pair", Form::Band { ends: shared, rows });
        }
    }
    picture
}

/// Spans of time on four axes, of which two go on for ever, their common part, and the time that is looked at.
pub fn time() -> Picture {
    let mut picture = Picture::default();
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::new(), decades: false, ends: None });
    let spans = [[0.291, f64::INFINITY], [0.238, 0.783], [0.363, f64::INFINITY], [f64::NEG_INFINITY, 0.704]];
    let mut common = [0.0f64, 1.0];
    for (i, (span, name)) in spans.into_iter().zip(["a1", "a2", "b1", "b2"]).enumerate() {
        let (role, top) = (if i < 2 { Role::ShapeA } else { Role::ShapeB }, i as f64);
        picture.lane(role, format!("axis/{i}"), [top, top + 1.0], name);
        let before = common;
        common = [common[0].max(span[0]), common[1].min(span[1])];
        let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let funnel = [at(before[0], top), at(before[1], top), at(common[1], top + 1.0), at(common[0], top + 1.0)];
        picture.add(Role::Overlap, "common", Form::Polygon(funnel.to_vec()));
        let shown = |x: f64| if x.is_finite() { format!("{x:.3}") } else { String::new() };
        let text = format!("{} … {}", shown(span[0]), shown(span[1]));
        picture.add(
            role,
            format!("axis/{i}"),
            Form::Interval { ends: span, row: top + 0.4, thickness: 0.4, solid: false, text },
        );
    }
    picture.lane(Role::Overlap, "all", [4.0, 5.0], "all");
    let text = format!("{:.3} … {:.3}", common[0], common[1]);
    picture.add(Role::Interval, "all", Form::Interval { ends: common, row: 4.4, thickness: 0.4, solid: true, text });
    picture.add(Role::Text, "now", Form::Band { ends: [0.2; 2], rows: [0.0, 5.0] });
    picture.label(Role::Text, "now", DVec3::new(0.2, 4.8, 0.0), "t = 0.20");
    // What is looked at is the span from 0 to 1, whatever goes on beyond.
    picture.add(Role::Grid, "span", Form::Band { ends: [0.0; 2], rows: [0.0, 5.0] });
    picture.add(Role::Grid, "span", Form::Band { ends: [1.0; 2], rows: [0.0, 5.0] });
    picture
}

fn flat(kind: ViewKind, picture: &Picture) -> (Flat, Camera, DVec2) {
    let size = DVec2::new(460.0, 520.0);
    let view = View { kind, ..View::space("v", "v") };
    let camera = kind.framing(view.camera(DVec3::Z), &Bounds::of(picture), size.x / size.y, 0.09);
    (flatten(kind, picture, &camera, size, Theme::Light, TITLE), camera, size)
}

#[test]
fn bars_stand_on_one_scale_in_their_rows() {
    let picture = sat::pictures()[1].of("axes").clone();
    let (flat, camera, size) = flat(ViewKind::Lanes, &picture);
    let map = LaneMap::of(&picture.marks, &camera, size, TITLE);
    let mut bars = 0;
    for (index, mark) in picture.marks.iter().enumerate() {
        let Form::Interval { ends, row, .. } = mark.form else { continue };
        let fill = flat.items.iter().find_map(|item| match &item.draw {
            Draw::Fill { points, .. } if item.mark == index => Some(points),
            _ => None,
        });
        let points = fill.unwrap_or_else(|| panic!("{mark:?} is not drawn"));
        let (left, right) = points.iter().fold((f64::MAX, f64::MIN), |(l, r), p| (l.min(p.x), r.max(p.x)));
        let wide = (map.x(ends[1]) - map.x(ends[0])).max(3.0);
        assert!((right - left - wide).abs() < 1e-9, "{mark:?}");
        assert!(points.iter().all(|p| (p.y - map.y(row)).abs() < map.row), "{mark:?}");
        assert!(left >= map.left && right <= map.right, "everything is in view: {mark:?}");
        bars += 1;
    }
    assert!(bars > 4 * sat::best(&sat::axes()), "two shadows on each axis, and what they share");
    assert!((map.value(map.x(0.3)) - 0.3).abs() < 1e-12);
}

#[test]
fn a_bar_that_goes_on_has_a_tip_and_keeps_to_the_gutters() {
    let picture = time();
    let (flat, camera, size) = flat(ViewKind::Lanes, &picture);
    let map = LaneMap::of(&picture.marks, &camera, size, TITLE);
    let tips = flat.items.iter().filter(|item| matches!(&item.draw, Draw::Fill { points, .. } if points.len() == 3));
    assert_eq!(tips.count(), 3, "three of the spans go on");
    for item in &flat.items {
        if let (Draw::Fill { points, .. }, Form::Interval { .. }) = (&item.draw, &picture.marks[item.mark].form) {
            assert!(points.iter().all(|p| p.x >= map.left - 9.0 && p.x <= map.right + 9.0 && p.is_finite()));
        }
    }
}

#[test]
fn words_in_lanes_do_not_run_into_one_another() {
    for picture in [sat::pictures()[1].of("axes").clone(), time()] {
        let (flat, ..) = flat(ViewKind::Lanes, &picture);
        assert!(flat.taken.len() > 4);
        for (i, [min, max]) in flat.taken.iter().enumerate() {
            for [other_min, other_max] in &flat.taken[i + 1..] {
                let apart = min.cmpge(*other_max).any() || other_min.cmpge(*max).any();
                assert!(apart, "{min} – {max} and {other_min} – {other_max}");
            }
        }
    }
}

#[test]
fn a_crowd_loses_its_numbers_and_becomes_a_strip() {
    let count = |bodies: usize, wanted: fn(&Draw) -> bool| {
        let picture = sweep(bodies);
        let (flat, ..) = flat(ViewKind::Lanes, &picture);
        let member = |mark: usize| picture.marks[mark].role == Role::Member;
        flat.items.iter().filter(|item| member(item.mark) && wanted(&item.draw)).count()
    };
    let texts = |bodies| count(bodies, |draw| matches!(draw, Draw::Text { .. }));
    let fills = |bodies| count(bodies, |draw| matches!(draw, Draw::Fill { .. }));
    assert!(texts(14) > 20 && fills(14) == 36, "{} numbers on {} bars", texts(14), fills(14));
    assert_eq!((texts(300), fills(300)), (0, 894));
    assert!(fills(10_000) < 1_000, "{} pieces of a strip", fills(10_000));
    let begun = std::time::Instant::now();
    assert!(fills(30_000) > 10 && begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn the_far_half_of_a_sphere_is_weak_and_hollow_and_has_no_words() {
    let picture = sat::pictures()[1].of("sphere").clone();
    let (flat, camera, _) = flat(ViewKind::Sphere, &picture);
    let back = camera.axes().back;
    let mut seen = [0; 2];
    for item in &flat.items {
        let Form::Point(p) = picture.marks[item.mark].form else { continue };
        if let Draw::Dot { marker, .. } = item.draw {
            let far = p.dot(back) < 0.0;
            assert_eq!(marker == Marker::Ring, far, "{p}");
            seen[usize::from(far)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    assert!(flat.words.iter().all(|(mark, _)| match &picture.marks[*mark].form {
        Form::Label { at, .. } => at.dot(back) >= 0.0,
        _ => false,
    }));
    let lines = |mark: usize| {
        let of = flat.items.iter().filter(move |item| item.mark == mark);
        of.filter_map(|item| match &item.draw {
            Draw::Line { color, width, dash, .. } => Some((color[3], *width, !dash.is_empty())),
            _ => None,
        })
    };
    for (index, mark) in picture.marks.iter().enumerate() {
        let Form::Arc { from, to, strong } = mark.form else { continue };
        let near = [from, to].map(|p| p.dot(back) >= 0.0);
        for (alpha, width, dashed) in lines(index) {
            assert_eq!(dashed, mark.role == Role::ShapeB, "arcs of B are dashed");
            if near == [true; 2] {
                assert_eq!((alpha, width > 2.5), (255, strong), "{mark:?}");
            } else if near == [false; 2] {
                assert!(alpha < 100 && width < 1.0, "{mark:?}");
            }
        }
    }
}

#[test]
fn what_is_under_the_pointer_is_what_is_drawn_there() {
    let picture = sat::pictures()[1].of("axes").clone();
    let (flat, camera, size) = flat(ViewKind::Lanes, &picture);
    let map = LaneMap::of(&picture.marks, &camera, size, TITLE);
    let axes = sat::axes();
    let at = DVec2::new(map.x(axes[1].shadows[0][0]) + 12.0, map.y(sat::rows(1)[0] + 0.34));
    assert_eq!(pick_flat(&flat, &picture.marks, at).unwrap().0, "axis/1");
    assert_eq!(pick_flat(&flat, &picture.marks, DVec2::new(-50.0, -50.0)), None);
}

#[test]
fn numbers_that_are_none_break_nothing() {
    let mut picture = Picture::default();
    for x in [f64::NAN, f64::INFINITY, -1e300, 0.0] {
        picture.bar(Role::ShapeA, "bar", [x, 1.0], x, 0.5);
        picture.add(Role::Overlap, "band", Form::Band { ends: [x, 2.0], rows: [x, 1.0] });
        picture.lane(Role::Text, "lane", [x, 1.0], "lane");
        picture.arc(Role::ShapeB, "arc", DVec3::splat(x), DVec3::X);
        picture.point(Role::ShapeA, "p", DVec3::splat(x));
    }
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
    for kind in [ViewKind::Lanes, ViewKind::Sphere, ViewKind::Space, ViewKind::Plane] {
        let pane = Pane::of_kind(kind, "v", &picture, &Picture::default(), Camera::default());
        let svg = Figure { panes: vec![pane], ..Figure::default() }.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{kind:?}");
    }
}

#[test]
fn all_views_stand_side_by_side_in_every_theme() {
    for theme in Theme::ALL {
        let svg = sat_figure(theme, [1280, 640]).svg();
        for title in ["world", "axes", "Gauss sphere"] {
            assert!(svg.contains(&format!("data-pane=\"{title}\"")), "{title}");
        }
        assert_eq!(svg, sat_figure(theme, [1280, 640]).svg());
    }
}

#[test]
fn marks_of_lanes_and_spheres_are_told_in_words() {
    let mut picture = Picture::default();
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
    picture.add(Role::Axis, "axis/0", Form::Lane { rows: [0.0, 1.0], name: "a1".into(), note: "+0.1".into() });
    picture.bar(Role::ShapeA, "axis/0", [-0.5, 0.25], 0.5, 0.3);
    picture.add(Role::Overlap, "pair", Form::Band { ends: [0.0, 0.1], rows: [0.0, 3.0] });
    picture.add(Role::ShapeB, "arc", Form::Arc { from: DVec3::X, to: DVec3::Y, strong: true });
    insta::assert_snapshot!(dump(&picture), @r#"
    arc                      ShapeB      strong arc (1, 0, 0) – (0, 1, 0)
    axis/0                   Axis        lane "a1" "+0.1" rows 0 … 1
    axis/0                   ShapeA      bar -0.5 … 0.25 at row 0.5 of 0.3 ""
    pair                     Overlap     band 0 … 0.1 rows 0 … 3
    scale                    Grid        scale "m"
    "#);
}
