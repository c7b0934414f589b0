//! Arranges the shipped scenes on shelves, one arrangement per tab of the browser: the scenes of the course by chapter,
//! all scenes by system, and cases that other libraries got wrong by defect or by library.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use contact_lens_scene::catalog::{self, Entry, System};
use contact_lens_scene::model::{Chapter, ReportedFault};

/// An arrangement of the scenes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    /// Chapters of the course.
    #[default]
    Course,
    /// All scenes, by system.
    Systems,
    /// Cases that other libraries got wrong, by defect.
    Reports,
    /// Cases that other libraries got wrong, by library.
    Engines,
    /// Files of the user.
    Files,
}

impl Tab {
    /// All tabs, in order.
    pub(super) const ALL: [Self; 5] = [Self::Course, Self::Systems, Self::Reports, Self::Engines, Self::Files];

    /// Title of the tab.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Course => "Course",
            Self::Systems => "All scenes",
            Self::Reports => "Reported bugs",
            Self::Engines => "Bugs by engine",
            Self::Files => "Recent files",
        }
    }
}

/// Scenes under a heading.
pub(in crate::panels) struct Shelf {
    pub title: String,
    pub entries: Vec<&'static Entry>,
    /// Whether the cards have the numbers of the shelf, instead of those of their chapters.
    pub is_numbered: bool,
}

/// Shelf of the scenes that match `words`, over all tabs; without words, of all scenes.
pub(super) fn found(words: &str) -> Shelf {
    let entries = catalog::find(words);
    let title = match entries.len() {
        1 => String::from("1 scene"),
        count => format!("{count} scenes"),
    };
    Shelf { title, entries, is_numbered: false }
}

/// Shelves of a tab.
pub(super) fn of_tab(tab: Tab) -> &'static [Shelf] {
    static SHELVES: LazyLock<[Vec<Shelf>; 5]> = LazyLock::new(|| Tab::ALL.map(make_shelves));
    let place = Tab::ALL.iter().position(|other| *other == tab);
    place.map_or(&[], |place| &SHELVES[place])
}

/// Makes the shelves of a tab. The course begins with the core path.
fn make_shelves(tab: Tab) -> Vec<Shelf> {
    let catalog = catalog::catalog();
    match tab {
        Tab::Course => {
            let core = catalog::core_path().iter().map(|scene| scene.entry).collect();
            let course = catalog::course();
            let chapters = Chapter::ALL.map(|chapter| shelf(chapter.title(), entries_in_chapter(course, chapter)));
            let core = Shelf { is_numbered: true, ..shelf("Core path", core) };
            std::iter::once(core).chain(chapters).collect()
        }
        Tab::Systems => System::ALL.map(|system| shelf(system.title(), entries_of_system(catalog, system))).into(),
        Tab::Reports => {
            let shelves = ReportedFault::ALL.map(|fault| shelf(fault.title(), entries_with_fault(catalog, fault)));
            shelves.into_iter().filter(|shelf| !shelf.entries.is_empty()).collect()
        }
        Tab::Engines => shelves_by_engine(catalog),
        Tab::Files => Vec::new(),
    }
}

/// Scenes of the course in a chapter, in the order of the course.
fn entries_in_chapter(course: &[&'static Entry], chapter: Chapter) -> Vec<&'static Entry> {
    course.iter().filter(|entry| entry.course.is_some_and(|course| course.chapter == chapter)).copied().collect()
}

/// Scenes about a system, in the order of the catalog.
fn entries_of_system(catalog: &'static [Entry], system: System) -> Vec<&'static Entry> {
    catalog.iter().filter(|entry| entry.system == system).collect()
}

/// Scenes of reported bugs with this fault, in the order of the catalog.
fn entries_with_fault(catalog: &'static [Entry], fault: ReportedFault) -> Vec<&'static Entry> {
    catalog.iter().filter(|entry| entry.report.as_ref().is_some_and(|report| report.fault == fault)).collect()
}

/// One shelf for each library with reported bugs, in alphabetical order without regard to case.
fn shelves_by_engine(catalog: &'static [Entry]) -> Vec<Shelf> {
    // The lowercase name determines the order; the name itself is the title.
    let mut shelves: BTreeMap<(String, &str), Vec<&'static Entry>> = BTreeMap::new();
    for entry in catalog {
        if let Some(report) = &entry.report {
            shelves.entry((report.project.to_lowercase(), &report.project)).or_default().push(entry);
        }
    }
    shelves.into_iter().map(|((_, project), entries)| shelf(project, entries)).collect()
}

/// Shelf with a title and its scenes.
fn shelf(title: &str, entries: Vec<&'static Entry>) -> Shelf {
    Shelf { title: title.to_owned(), entries, is_numbered: false }
}
