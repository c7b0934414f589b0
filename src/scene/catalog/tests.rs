//! Whether every shipped scene is in the catalog, has its place, and is found.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::model::{Algorithm, Chapter, Course, ReportedFault};

#[test]
fn every_shipped_scene_is_in_the_catalog_once() {
    let indices: BTreeSet<usize> = catalog().iter().map(|entry| entry.index).collect();
    assert_eq!(catalog().len(), SHIPPED.len());
    assert_eq!(indices.len(), SHIPPED.len());
}

#[test]
fn every_algorithm_has_a_shelf_and_every_shelf_has_scenes() {
    for algorithm in Algorithm::ALL {
        assert!(System::of(algorithm.id()).is_some(), "{}", algorithm.id());
    }
    let used: BTreeSet<System> = catalog().iter().map(|entry| entry.system).collect();
    assert_eq!(used.into_iter().collect::<Vec<_>>(), System::ALL);
}

#[test]
fn every_scene_says_what_to_look_at() {
    for entry in catalog() {
        assert!(entry.note.len() > 40, "{}: {}", entry.name, entry.note);
        let summary = entry.summary();
        assert!(entry.note.contains(summary) && summary.len() > 8, "{}: {summary}", entry.name);
    }
}

#[test]
fn titles_differ() {
    let mut by_title = BTreeMap::new();
    for entry in catalog() {
        if let Some(other) = by_title.insert(entry.title.to_lowercase(), entry.name) {
            panic!("{other} and {} are both called {}", entry.name, entry.title);
        }
    }
}

#[test]
fn the_course_has_all_chapters_and_its_places_are_counted_from_1() {
    let mut chapters: BTreeMap<Chapter, Vec<u32>> = BTreeMap::new();
    for Course { chapter, place } in course().iter().filter_map(|entry| entry.course) {
        chapters.entry(chapter).or_default().push(place);
    }
    assert_eq!(chapters.keys().copied().collect::<Vec<_>>(), Chapter::ALL);
    for (chapter, places) in chapters {
        assert_eq!(places, (1..=places.len() as u32).collect::<Vec<_>>(), "{chapter:?}");
    }
}

#[test]
fn every_scene_is_found_by_three_words_of_its_title() {
    for entry in catalog() {
        let mut words: Vec<&str> = entry.title.split(' ').collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words.truncate(3);
        let entries = find(&words.join(" "));
        let place = entries.iter().position(|other| other.index == entry.index);
        assert!(place.is_some_and(|place| place < 6), "{}: {words:?} finds it at {place:?}", entry.name);
    }
}

#[test]
fn reported_bugs_say_where_and_what_and_are_found_by_engine_and_cause() {
    let reported: Vec<&Entry> = catalog().iter().filter(|entry| entry.report.is_some()).collect();
    assert!(reported.len() >= 120, "only {} reports", reported.len());
    for entry in &reported {
        let Some(report) = &entry.report else { continue };
        let sentences = entry.note.matches(". ").count() + 1;
        assert!((2..=8).contains(&sentences), "{}: {sentences} sentences", entry.name);
        for words in [&report.project, report.fault.title(), &report.reference] {
            assert!(find(words).iter().any(|other| other.index == entry.index), "{}: {words}", entry.name);
        }
    }
    for fault in ReportedFault::ALL {
        let has_fault = |entry: &&&Entry| entry.report.as_ref().is_some_and(|report| report.fault == fault);
        assert!(reported.iter().filter(has_fault).count() > 0, "no scene reports {fault:?}");
    }
}

#[test]
fn what_people_type_finds_what_they_mean() {
    for (words, wanted) in [
        ("sat boxes", "sat-boxes-overlap"),
        ("convex hull", "quickhull-points"),
        ("iteration limit", "gjk-iteration-limit"),
        ("jolt normal", "gjk-real-jolt-671-box-hovering"),
        ("time of impact", "cast-boxes"),
        ("fcl 319", "distance-real-fcl-319-barely-apart"),
        ("warm start", "world-warm-start"),
        ("penetration", "epa-box-box"),
        ("broadphase", "sweep-and-prune-crowd"),
    ] {
        let entries = find(words);
        assert!(entries.iter().any(|entry| entry.name == wanted), "{words:?} does not find {wanted}");
        assert!(entries.len() < catalog().len() / 2, "{words:?} finds {} scenes", entries.len());
    }
    assert!(find("unobtainium").is_empty());
    assert_eq!(find("  ").len(), catalog().len());
}

#[test]
fn the_core_path_is_complete_and_begins_with_the_first_shipped_scene() {
    let path = core_path();
    assert_eq!(path.len(), 15);
    assert_eq!(path[0].entry.index, 0, "one start everywhere");
    assert!(path.iter().all(|scene| scene.entry.course.is_some()), "all are scenes of the course");
    for pair in path.windows(2) {
        assert_eq!(next_in_core_path(pair[0].entry.index), Some(pair[1]));
    }
    assert_eq!(next_in_core_path(path[14].entry.index), None);
}
