//! Labels never overlap, never leave the pane, keep off dots, and stay where they were.

use contact_lens::picture::flat::{Draw, Flat};
use contact_lens::picture::page::label::{LabelBox, LabelPane, LabelRequest, Memory, arrange};
use contact_lens::picture::{Key, Theme, flatten, space};
use glam::DVec2;

use super::{Dice, demo};

fn wants(dice: &mut Dice, count: usize, pane: DVec2) -> Vec<LabelRequest> {
    (0..count)
        .map(|k| LabelRequest {
            key: Key::from(format!("vertex/{k}")),
            at: DVec2::new(dice.next(), dice.next()) * pane,
            size: DVec2::new(18.0 + 60.0 * dice.next(), 17.0),
            rank: (k % 3) as u8,
            ink: [0, 0, 0, 255],
            body: Vec::new(),
        })
        .collect()
}

fn pane<'a>(size: DVec2, dots: &'a [(DVec2, f64)], lines: &'a [[DVec2; 2]]) -> LabelPane<'a> {
    LabelPane { min: DVec2::ZERO, max: size, dots, lines, taken: &[], frames: &[], backing: None }
}

#[test]
fn no_two_labels_overlap_in_crowded_pictures() {
    let mut dice = Dice(5);
    let (mut placed, mut all, mut on_dots) = (0, 0, 0);
    for round in 0..20 {
        let size = DVec2::new(500.0, 400.0);
        let wants = wants(&mut dice, 8 + 2 * round, size);
        let dots: Vec<_> = wants.iter().map(|want| (want.at, 5.0)).collect();
        let lines: Vec<_> = wants.windows(2).map(|pair| [pair[0].at, pair[1].at]).collect();
        let places = arrange(&wants, &pane(size, &dots, &lines), &mut Memory::default());
        all += places.len();
        let found: Vec<LabelBox> = places.into_iter().flatten().collect();
        placed += found.len();
        for (i, a) in found.iter().enumerate() {
            assert!(a.min.cmpge(DVec2::ZERO).all() && a.max.cmple(size).all(), "outside the pane: {a:?}");
            on_dots += dots.iter().filter(|(dot, _)| dot.cmpgt(a.min).all() && dot.cmplt(a.max).all()).count();
            for b in &found[i + 1..] {
                let apart = a.max.cmple(b.min).any() || b.max.cmple(a.min).any();
                assert!(apart, "{a:?} overlaps {b:?}");
            }
        }
    }
    assert!(placed * 100 >= all * 97, "only {placed} of {all} labels found a place");
    assert!(on_dots * 20 < placed, "{on_dots} dots are covered by {placed} labels");
}

#[test]
fn labels_stay_where_they_were_when_the_picture_moves_a_little() {
    let mut dice = Dice(9);
    let size = DVec2::new(600.0, 420.0);
    let (mut stayed, mut all) = (0, 0);
    for _ in 0..10 {
        let first = wants(&mut dice, 14, size * 0.9);
        let moved: Vec<LabelRequest> = first
            .iter()
            .map(|want| LabelRequest { at: want.at + DVec2::new(dice.next(), dice.next()) * 3.0, ..want.clone() })
            .collect();
        let mut memory = Memory::default();
        let slots = |wants: &[LabelRequest], memory: &mut Memory| -> Vec<Option<DVec2>> {
            let dots: Vec<_> = wants.iter().map(|want| (want.at, 5.0)).collect();
            let places = arrange(wants, &pane(size, &dots, &[]), memory);
            places.iter().zip(wants).map(|(place, want)| place.map(|p| p.min - want.at)).collect()
        };
        let before = slots(&first, &mut memory);
        let after = slots(&moved, &mut memory);
        all += before.len();
        let same = |(a, b): (&Option<DVec2>, &Option<DVec2>)| a.zip(*b).is_some_and(|(a, b)| a.distance(b) < 1e-6);
        stayed += before.iter().zip(&after).filter(|pair| same(*pair)).count();
    }
    assert!(stayed * 10 >= all * 9, "only {stayed} of {all} labels stayed in their slots");
}

#[test]
fn a_lone_label_stands_beside_its_dot() {
    let want = LabelRequest {
        key: "w".into(),
        at: DVec2::splat(100.0),
        size: DVec2::new(20.0, 16.0),
        rank: 0,
        ink: [0, 0, 0, 255],
        body: Vec::new(),
    };
    let dots = [(want.at, 5.0)];
    let place = arrange(std::slice::from_ref(&want), &pane(DVec2::splat(200.0), &dots, &[]), &mut Memory::default())[0]
        .unwrap();
    let off = want.at.distance(want.at.clamp(place.min, place.max));
    assert!((5.0..12.0).contains(&off), "{off} points away");
    assert!(place.leader.is_none());
    let outside = LabelRequest { at: DVec2::splat(-50.0), ..want };
    assert_eq!(arrange(&[outside], &pane(DVec2::splat(200.0), &[], &[]), &mut Memory::default()), [None]);
}

#[test]
fn a_name_does_not_leave_the_frame_of_what_it_names() {
    let (size, frames) = (DVec2::new(200.0, 100.0), [[DVec2::ZERO, DVec2::new(100.0, 100.0)]]);
    let mut dice = Dice(3);
    let inside = wants(&mut dice, 6, frames[0][1]);
    let pane = LabelPane { frames: &frames, ..pane(size, &[], &[]) };
    let places = arrange(&inside, &pane, &mut Memory::default());
    assert!(places.iter().flatten().count() > 2);
    assert!(places.iter().flatten().all(|place| place.max.x <= 100.0), "{places:?}");
}

#[test]
fn words_keep_off_a_line_even_where_it_would_strike_but_one_letter() {
    let (size, at) = (DVec2::new(300.0, 200.0), DVec2::new(150.0, 100.0));
    let want = LabelRequest {
        key: Key::from("name"),
        at,
        size: DVec2::new(60.0, 17.0),
        rank: 1,
        ink: [0, 0, 0, 255],
        body: Vec::new(),
    };
    // Upright lines to the right and above: the short side of the words is what they cross.
    let lines: Vec<[DVec2; 2]> =
        [170.0, 190.0].map(|x| [DVec2::new(x, 20.0), DVec2::new(x, 180.0)]).into_iter().collect();
    let places = arrange(&[want], &pane(size, &[], &lines), &mut Memory::default());
    let place = places[0].expect("a place");
    assert!(place.max.x < 170.0 || place.min.x > 190.0, "{place:?} is struck");
}

#[test]
fn the_window_places_the_labels_of_a_figure() {
    let figure = demo::boxes(Theme::Light, [1280, 640]);
    for pane in &figure.panes {
        let size = DVec2::new(600.0, 500.0);
        let whole = flatten(pane.kind, &pane.picture, &pane.camera, size, Theme::Light, 0.0);
        let words = space::words(&pane.picture, &pane.camera, size, Theme::Light);
        assert_eq!(words.words, whole.words, "{}", pane.title);
        assert!(!words.words.is_empty() && words.items.iter().all(|item| !matches!(item.draw, Draw::Line { .. })));
        let texts = |flat: &Flat| flat.items.iter().filter(|item| matches!(item.draw, Draw::Text { .. })).count();
        assert_eq!(texts(&words), texts(&whole), "{}", pane.title);
    }
}
