//! Laws of figures: what is said is what is drawn. Each is checked for sub-steps of every shipped scene.

use std::collections::BTreeMap;
use std::sync::Mutex;

use contact_lens::figures::RunFigures;
use contact_lens::lesson::{Beat, CSO, Lesson, Run, WORLD};
use contact_lens::picture::{Figure, Form, Key, Mark, Role, Theme, ViewKind};
use contact_lens::play::{self, Precision};
use contact_lens::scene::SHIPPED;
use contact_lens::scene::model::Scene;

use super::named_marks::hidden_marks;
use super::page::{Page, legend_entries, texts};
use super::{Fault, Kind, fault, is_crowd, sample, some_scenes, walk};

const SIZE: [u32; 2] = [1280, 800];

/// Sub-steps of a query that are checked each time, and in the long check.
const FEW: usize = 4;
const MANY: usize = 200;

/// Limits of the elements of a figure.
const MOST_VALUES: usize = 5;
const MOST_ENTRIES: usize = 7;
const MOST_TEXTS: usize = 45;

/// Roles whose own names say nothing in a legend: a lesson names what they stand for.
const UNNAMED: [Role; 7] =
    [Role::Interval, Role::Member, Role::Ghost, Role::First, Role::Last, Role::Theirs, Role::Text];

#[test]
fn figures_keep_the_laws() {
    let scenes = some_scenes().map(|(_, scene)| scene);
    walk("laws", scenes, |scene, report| check(scene, if is_crowd(scene) { 2 } else { FEW }, report));
}

#[test]
#[ignore = "minutes"]
fn every_figure_keeps_the_laws() {
    walk("laws", SHIPPED, |scene, report| check(scene, if is_crowd(scene) { FEW } else { MANY }, report));
}

/// Symbols and their captions, of all scenes checked so far.
static CAPTIONS: Mutex<BTreeMap<&'static str, &'static str>> = Mutex::new(BTreeMap::new());

fn check(scene: &Scene, most: usize, report: &mut dyn FnMut(String, Vec<Fault>)) {
    for query in &scene.queries {
        let Ok(lesson) = play::opening(Precision::F64, scene, query) else { continue };
        let film = RunFigures {
            scene,
            query,
            frame: lesson.verdict().finding.frame(),
            precision: Precision::F64,
            lesson: &*lesson,
            moment: None,
            bystanders: false,
            views: contact_lens::lesson::initial_views(lesson.card().views),
            theme: Theme::Light,
            size: SIZE,
        };
        let common = film.common_to_stills(None);
        for (step, number) in sample(&*lesson, most) {
            let beat = &lesson.beats(step)[number];
            let figure = film.draw_still(step, Some(number), &common);
            let svg = figure.svg();
            let mut faults = of_the_figure(&figure, &svg);
            faults.extend(hidden_marks(&beat.say, &figure, &svg));
            faults.extend(of_the_beat(&*lesson, beat));
            report(format!("{} · {}.{}", query.name, step + 1, number + 1), faults);
        }
    }
}

fn of_the_figure(figure: &Figure, svg: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let marks = || figure.panes.iter().flat_map(|pane| &pane.picture.marks);
    if marks().any(|mark| mark.role == Role::Bystander) {
        faults.push(fault(Kind::Bystander, "a body that the query does not name is drawn"));
    }
    for pane in figure.panes.iter().skip(1).filter(|pane| !pane.has_content) {
        faults.push(fault(Kind::Empty, pane.title.clone()));
    }
    let [world, cso] = ["world", "configuration space"].map(|title| {
        figure.panes.iter().find(|pane| pane.title == title && pane.kind == ViewKind::Space).map(|pane| pane.camera)
    });
    if let (Some(world), Some(cso)) = (world, cso)
        && (world.axes() != cso.axes() || world.orthographic != cso.orthographic)
    {
        faults.push(fault(Kind::Cameras, "world and configuration space are seen from two directions"));
    }
    let legend = Page::read(svg, figure.size).legend;
    for role in UNNAMED.into_iter().filter(|role| legend.iter().any(|name| name == role.meaning())) {
        faults.push(fault(Kind::Legend, format!("{:?} stands for nothing of this lesson", role.meaning())));
    }
    let counts = [
        (Kind::TooMany, "values", figure.numbers.len(), MOST_VALUES),
        (Kind::TooMany, "legend entries", legend_entries(svg, figure.size), MOST_ENTRIES),
        (Kind::Texts, "texts", texts(svg, figure.size), MOST_TEXTS),
    ];
    for (kind, name, count, most) in counts {
        if count > most {
            faults.push(fault(kind, format!("{count} {name}, at most {most}")));
        }
    }
    faults
}

fn of_the_beat(lesson: &dyn Lesson, beat: &Beat) -> Vec<Fault> {
    let mut faults = Vec::new();
    let backdrop = lesson.backdrop();
    let is_drawn = |key: &Key| beat.pictures.mark(key).is_some() || backdrop.pictures.mark(key).is_some();
    for value in &beat.values {
        if let Some(key) = value.key.as_ref().filter(|key| !is_drawn(key)) {
            faults.push(fault(Kind::Undrawn, format!("{} has no mark {:?}", value.symbol, key.0)));
        }
        let caption = *CAPTIONS.lock().unwrap().entry(value.symbol).or_insert(value.meaning);
        if caption != value.meaning {
            faults.push(fault(Kind::Caption, format!("{}: {caption:?} and {:?}", value.symbol, value.meaning)));
        }
        if value.meaning.split_whitespace().count() > 3 {
            faults.push(fault(Kind::Caption, format!("{}: {:?} is long", value.symbol, value.meaning)));
        }
    }
    for run in beat.say.runs() {
        match run {
            Run::Text(text) if text.contains(|c: char| c.is_ascii_digit()) => {
                faults.push(fault(Kind::Untied, format!("{text:?} has a number without a mark")));
            }
            Run::Text(_) | Run::Body { .. } | Run::Answer(_) => {}
            Run::Mark { name, key } if !is_drawn(key) => {
                faults.push(fault(Kind::Undrawn, format!("{name:?} in the sentence has no mark {:?}", key.0)));
            }
            Run::Quantity(value) if !value.key.as_ref().is_none_or(is_drawn) => {
                let key = value.key.as_ref().map(|key| &key.0);
                faults.push(fault(Kind::Undrawn, format!("{} in the sentence has no mark {key:?}", value.symbol)));
            }
            Run::Mark { .. } | Run::Quantity(_) => {}
        }
    }
    for said in beat.say.quantities() {
        for value in beat.values.iter().filter(|value| value.symbol == said.symbol && value.text.text != said.text.text)
        {
            faults.push(fault(Kind::Disagree, format!("{} is {} and {}", said.symbol, said.text, value.text)));
        }
    }
    let text = beat.say.text();
    let first = text.split_whitespace().next().unwrap_or_default();
    if ["It", "They", "That", "This", "Neither", "None", "These", "Those"].contains(&first) {
        faults.push(fault(Kind::Subject, beat.say.text()));
    }
    faults.extend(
        beat.pictures
            .iter()
            .filter(|(id, _)| [WORLD, CSO].contains(id))
            .flat_map(|(_, picture)| picture.marks.iter().filter_map(|mark| wrong_length(mark, &picture.marks))),
    );
    faults
}

/// A label with a length in meters at a line of another length.
fn wrong_length(label: &Mark, marks: &[Mark]) -> Option<Fault> {
    let Form::Label { text, .. } = &label.form else { return None };
    let (number, unit) = text.rsplit_once(' ')?;
    let number: f64 = number.rsplit(['=', ' ']).next()?.trim().replace('−', "-").parse().ok()?;
    let scale = match unit {
        "m" => 1.0,
        "cm" => 1e-2,
        "mm" => 1e-3,
        "µm" | "μm" => 1e-6,
        _ => return None,
    };
    let stated = (number * scale).abs();
    let lengths: Vec<f64> = marks.iter().filter(|mark| mark.key == label.key).filter_map(length).collect();
    let is_near = |length: &f64| (length - stated).abs() <= 1e-3 * stated.max(*length);
    (!lengths.is_empty() && !lengths.iter().any(is_near))
        .then(|| fault(Kind::Length, format!("{text:?} at lines of {lengths:?} m")))
}

fn length(mark: &Mark) -> Option<f64> {
    match &mark.form {
        Form::Segment([a, b]) | Form::Link([a, b]) => Some(a.distance(*b)),
        Form::Arrow { from, to } => Some(from.distance(*to)),
        _ => None,
    }
}
