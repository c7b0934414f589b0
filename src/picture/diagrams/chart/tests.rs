//! Tests of plots as flat drawings.

use super::ranges::{NAME_MARGIN, NAME_SIZE};
use super::*;
use crate::Role;
use crate::flat::Draw;

fn plot(marks: impl FnOnce(&mut Picture)) -> Flat {
    let mut picture = Picture::default();
    for (up, ends) in [(false, [1.0, 4.0]), (true, [0.0, 100.0])] {
        picture.add(Role::Grid, "axis", Form::Axis { up, ends, decades: !up, name: String::from("n") });
    }
    marks(&mut picture);
    flatten(&picture, DVec2::new(300.0, 200.0), Theme::Light, 30.0)
}

#[test]
fn lines_end_at_the_frame_and_dots_outside_are_skipped() {
    let flat = plot(|picture| {
        picture.segment(Role::Simplex, "out", DVec3::new(2.0, 50.0, 0.0), DVec3::new(2.0, 500.0, 0.0));
        picture.segment(Role::Simplex, "beyond", DVec3::new(2.0, 150.0, 0.0), DVec3::new(3.0, 500.0, 0.0));
        picture.point(Role::Simplex, "in", DVec3::new(4.0, 100.0, 0.0));
        picture.point(Role::Simplex, "off", DVec3::new(4.0, 101.0, 0.0));
        picture.point(Role::Simplex, "none", DVec3::NAN);
    });
    let drawn = |mark: usize| flat.items.iter().filter(move |item| item.mark == mark);
    let Some(Draw::Line { points, .. }) = drawn(2).next().map(|item| &item.draw) else { panic!("{flat:?}") };
    assert_eq!((points[1].y, points[0].y), (52.0, 102.0), "the middle of the frame and its upper side");
    assert_eq!([3, 4, 5, 6].map(|mark| drawn(mark).count()), [0, 1, 0, 0]);
}

#[test]
fn a_polygon_is_clipped_at_the_frame_and_an_arrow_has_a_head() {
    let flat = plot(|picture| {
        let corners = [(1.0, 0.0), (1.0, 500.0), (4.0, 500.0), (4.0, 0.0)];
        let corners = corners.map(|(x, y)| DVec3::new(x, y, 0.0)).to_vec();
        picture.add(Role::Bound, "area", Form::Polygon(corners));
        picture.arrow(Role::Axis, "arrow", DVec3::new(2.0, 50.0, 0.0), DVec3::new(3.0, 50.0, 0.0));
    });
    let fills: Vec<_> = flat
        .items
        .iter()
        .filter_map(|item| match &item.draw {
            Draw::Fill { points, .. } => Some((item.mark, points.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(fills.iter().map(|(mark, _)| *mark).collect::<Vec<_>>(), [2, 3], "{fills:?}");
    assert!(fills[0].1.iter().all(|p| (52.0..=152.0).contains(&p.y)), "{fills:?}");
    assert_eq!(fills[1].1.len(), 3, "the head of the arrow");
}

#[test]
fn an_axis_of_decades_names_powers_of_ten() {
    let flat = plot(|_| ());
    let texts: Vec<&str> = flat
        .items
        .iter()
        .filter_map(|item| match &item.draw {
            Draw::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["10²", "10⁴", "n", "0", "100", "n"]);
    assert_eq!((power_name(0).as_str(), power_name(-12).as_str()), ("1", "10⁻¹²"));
}

#[test]
fn names_of_curves_that_end_at_the_frame_are_next_to_it() {
    let frame_of = |at: f64, key: &'static str| {
        let flat = plot(|picture| {
            let points = [DVec3::new(1.0, 0.0, 0.0), DVec3::new(4.0, 90.0, 0.0)];
            picture.add(Role::Simplex, "curve", Form::Polyline { points: points.to_vec(), closed: false });
            picture.label(Role::Simplex, key, DVec3::new(at, 90.0, 0.0), "three lists");
        });
        let base = flat.items.iter().rev().find_map(|item| match &item.draw {
            Draw::Line { points, .. } if item.mark == 0 => Some(points[1].x),
            _ => None,
        });
        base.expect("the horizontal axis")
    };
    let wide = frame_of(2.0, "curve");
    let name = font::width("three lists", NAME_SIZE, Weight::SemiBold);
    assert_eq!(frame_of(4.0, "now"), wide, "what moves along the curve does not move the frame");
    assert!(wide == 300.0 - RIGHT_MARGIN && (frame_of(4.0, "curve") - (300.0 - name - NAME_MARGIN)).abs() < 1e-9);
}

#[test]
fn in_a_compact_plot_the_name_of_the_horizontal_axis_is_next_to_its_numbers() {
    let flat = plot(|picture| {
        let points = [DVec3::new(1.0, 0.0, 0.0), DVec3::new(4.0, 90.0, 0.0)];
        picture.add(Role::Simplex, "curve", Form::Polyline { points: points.to_vec(), closed: false });
        picture.label(Role::Simplex, "curve", points[1], "three lists");
    });
    let words: Vec<(f64, f64, &str)> = flat
        .items
        .iter()
        .filter(|item| item.mark == 0)
        .filter_map(|item| match &item.draw {
            Draw::Text { at, text, .. } => Some((at.x, at.y, text.as_str())),
            _ => None,
        })
        .collect();
    let [.., (before, line, _), (name, its, "n")] = words[..] else { panic!("{words:?}") };
    assert!(line == its && before < name - 8.0, "{words:?}");
}

#[test]
fn a_plot_without_valid_axes_draws_only_its_frame() {
    let mut picture = Picture::default();
    picture.add(Role::Grid, "axis", Form::Axis { up: true, ends: [f64::NAN; 2], decades: true, name: String::new() });
    picture.segment(Role::Simplex, "line", DVec3::NAN, DVec3::INFINITY);
    assert!(flatten(&picture, DVec2::ZERO, Theme::Dark, 0.0).items.iter().all(|item| item.mark == 0));
}
