//! Broad and narrow phase, reasons for missing contacts, and partings of two captures.

use super::world::{box_of, contact_of, row_of, step};
use super::{assert_broken, assert_holds, cause, report};
use crate::{Options, Report, Step, audit};

/// A step whose contacts and rows have been taken away.
fn without_contacts() -> Step {
    let mut step = step();
    step.contacts = Some(Vec::new());
    step.rows = Some(Vec::new());
    step
}

#[test]
fn overlapping_pairs_are_found() {
    let mut lost = without_contacts();
    lost.broad_phase.as_mut().unwrap().pairs = Some(Vec::new());
    assert_broken(&lost, "broad phase", "overlapping pair is found");
    let mut small = step();
    small.broad_phase.as_mut().unwrap().boxes.as_mut().unwrap()[0].max[0] -= 0.1;
    assert_broken(&small, "broad phase", "box contains its body");
}

#[test]
fn overlapping_pairs_have_a_contact() {
    assert_broken(&without_contacts(), "narrow phase", "overlapping pair has a contact");
    let mut full = without_contacts();
    full.model.max_contacts = Some(0);
    let report = assert_broken(&full, "narrow phase", "overlapping pair has a contact");
    assert_eq!(cause(&report), Some("the list of contacts is full at 0"));
    let mut unlisted = without_contacts();
    unlisted.broad_phase = None;
    let report = assert_broken(&unlisted, "narrow phase", "overlapping pair has a contact");
    assert_eq!(cause(&report), Some("the broad or the narrow phase lost the pair"));
}

#[test]
fn normals_points_and_depths_are_proven() {
    let mut flipped = step();
    contact_of(&mut flipped, 1).normal = [0.0, -1.0, 0.0];
    let report = assert_broken(&flipped, "narrow phase", "normal is the half-space's");
    assert_eq!(cause(&report), Some("the normal is reversed"));
    let mut moved = step();
    contact_of(&mut moved, 1).position = Some([1.0, 0.1, -0.5]);
    assert_broken(&moved, "narrow phase", "point is on both surfaces");
    let mut deep = step();
    contact_of(&mut deep, 3).gap = -0.02;
    assert_broken(&deep, "narrow phase", "no point is deeper than the overlap");
    let mut shallow = step();
    for c in 0..4 {
        contact_of(&mut shallow, c).gap = 0.2;
        contact_of(&mut shallow, c).position.as_mut().unwrap()[1] = 0.1;
    }
    assert_broken(&shallow, "narrow phase", "deepest point is as deep as proven");
    let mut apart = step();
    contact_of(&mut apart, 0).on_a = Some([0.5, 0.0, -0.9]);
    contact_of(&mut apart, 0).on_b = Some([0.5, -0.0041, -0.9]);
    assert_broken(&apart, "narrow phase", "points differ by the gap along the normal");
}

#[test]
fn the_normal_of_two_convex_bodies_attains_their_distance() {
    let mut solid = step();
    solid.bodies[0].shapes[0].shape = crate::ShapeData::Box { half_extents: [5.0, 1.0, 5.0] };
    let floor = &mut solid.bodies[0];
    for state in [&mut floor.before, &mut floor.after] {
        state.as_mut().unwrap().position = [0.0, -1.0, 0.0];
    }
    solid.rows = None;
    assert_holds(&solid);
    contact_of(&mut solid, 0).normal = [0.6, 0.8, 0.0];
    assert_broken(&solid, "narrow phase", "normal attains the distance");
}

/// Reason why the box has no contact with the floor.
fn why(step: &Step) -> String {
    let options = Options { why: Some(["box", "floor"]), ..Options::default() };
    audit(step, &options).unwrap().why.unwrap()
}

#[test]
fn the_reason_of_a_missing_contact_is_the_first_that_applies() {
    assert_eq!(why(&step()), "there is one");
    assert_eq!(why(&without_contacts()), "narrow phase");
    let mut changed = without_contacts();
    changed.model.max_contacts = Some(0);
    assert_eq!(why(&changed), "cap");
    changed.broad_phase.as_mut().unwrap().pairs = Some(Vec::new());
    assert_eq!(why(&changed), "broad phase");
    changed.broad_phase.as_mut().unwrap().filtered = Some(vec![["floor".to_owned(), "box".to_owned()]]);
    assert_eq!(why(&changed), "filter wrong");
    box_of(&mut changed).mask = Some(0);
    assert_eq!(why(&changed), "mask");
    changed.excluded = vec![crate::Excluded::Pair(["floor".to_owned(), "box".to_owned()])];
    assert_eq!(why(&changed), "excluded");
    box_of(&mut changed).kind = crate::Kind::Static;
    assert_eq!(why(&changed), "neither moves");
    box_of(&mut changed).kind = crate::Kind::Dynamic;
    box_of(&mut changed).before.as_mut().unwrap().position[1] = 2.0;
    assert_eq!(why(&changed), "apart");
    let mut near = without_contacts();
    box_of(&mut near).before.as_mut().unwrap().position[1] = 0.26;
    assert_eq!(why(&near), "within the margin");
    let mut unsolved = step();
    unsolved.rows = Some(Vec::new());
    assert_eq!(why(&unsolved), "no row");
    let mut idle = step();
    (0..12).for_each(|r| row_of(&mut idle, r).impulse = Some(0.0));
    assert_eq!(why(&idle), "no impulse");
}

/// Report with the comparison of two captures.
fn against(a: &Step, b: &Step) -> Report {
    audit(a, &Options { against: Some(b), ..Options::default() }).unwrap()
}

#[test]
fn two_captures_part_at_the_first_difference() {
    let same = step();
    assert_eq!(against(&same, &same).parting, Some(None));
    let mut other = step();
    box_of(&mut other).after.as_mut().unwrap().velocity.as_mut().unwrap()[0] += 0.1;
    assert_eq!(against(&same, &other).parting.flatten().map(|parting| parting.stage), Some("velocity"));
    contact_of(&mut other, 0).impulse = Some(9.0);
    assert_eq!(against(&same, &other).parting.flatten().map(|parting| parting.stage), Some("solve"));
    row_of(&mut other, 0).target += 0.1;
    assert_eq!(against(&same, &other).parting.flatten().map(|parting| parting.stage), Some("rows"));
    contact_of(&mut other, 0).gap = -0.01;
    assert_eq!(against(&same, &other).parting.flatten().map(|parting| parting.stage), Some("narrow phase"));
    box_of(&mut other).mass = Some(7.0);
    assert_eq!(against(&same, &other).parting.flatten().map(|parting| parting.stage), Some("shapes"));
    box_of(&mut other).before.as_mut().unwrap().position[0] += 1e-9;
    assert_eq!(against(&same, &other).parting.flatten().map(|parting| parting.stage), Some("data"));
}

#[test]
fn distances_of_pairs_are_proven() {
    let pairs = report(&step()).pairs;
    assert_eq!((pairs.len(), pairs[0].why), (1, "there is one"));
    let [lower, upper] = pairs[0].distance;
    assert!(lower <= -0.004 + 1e-15 && upper >= -0.004 - 1e-15 && upper - lower < 1e-12, "{lower} {upper}");
}
