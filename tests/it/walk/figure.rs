//! Where things stand in the figures that `render --view all` draws.

use contact_lens::figures::RunFigures;
use contact_lens::picture::flat::{Draw, TITLE};
use contact_lens::picture::view::legend::{merge_samples, samples_in};
use contact_lens::picture::{Figure, Form, LaneMap, Pane, Role, Theme, ViewKind, flatten};
use contact_lens::play::{self, Precision};
use contact_lens::scene::SHIPPED;
use contact_lens::scene::model::Scene;

use super::page::Page;
use super::text::{alone, said_twice, together};
use super::{Fault, Kind, fault, is_crowd, sample, some_scenes, walk};

const SIZE: [u32; 2] = [1280, 800];

/// Beats of a query that are looked at each time.
const MOST: usize = 3;
const MOST_OF_A_CROWD: usize = 2;

/// The long walk looks at every beat of a query, but of a long solve, whose rows tell the same again in every iteration, at so many.
const MOST_OF_ALL: usize = 400;

#[test]
fn figures_have_no_faults() {
    let scenes = some_scenes().map(|(_, scene)| scene);
    walk("figures", scenes, |scene, tell| look(scene, if is_crowd(scene) { MOST_OF_A_CROWD } else { MOST }, tell));
}

#[test]
#[ignore = "minutes"]
fn every_beat_has_a_figure_without_faults() {
    walk("figures", SHIPPED, |scene, tell| look(scene, if is_crowd(scene) { MOST } else { MOST_OF_ALL }, tell));
}

fn look(scene: &Scene, most: usize, tell: &mut dyn FnMut(String, Vec<Fault>)) {
    for query in &scene.queries {
        let Ok(lesson) = play::opening(Precision::F64, scene, query) else { continue };
        let figures = RunFigures {
            scene,
            query,
            frame: lesson.verdict().finding.frame(),
            precision: Precision::F64,
            lesson: &*lesson,
            moment: None,
            bystanders: false,
            views: lesson.card().views,
            theme: Theme::Light,
            size: SIZE,
        };
        let common = figures.common_to_stills(None);
        let beats: usize = (0..lesson.steps()).map(|step| lesson.outline(step).len()).sum();
        if beats > most && most == MOST_OF_ALL {
            println!("{} · {}: {most} of {beats} beats", scene.name, query.name);
        }
        for (step, beat) in sample(&*lesson, most) {
            let figure = figures.draw_still(step, Some(beat), &common);
            tell(format!("{} · {}.{}", query.name, step + 1, beat + 1), faults(figure));
        }
    }
}

/// Bodies of more faces are laid out with so many: no word stands elsewhere for that, and hidden faces take most of the time.
const FACES: usize = 12;

/// The figure with few faces.
fn thinned(mut figure: Figure) -> Figure {
    for mark in figure.panes.iter_mut().flat_map(|pane| &mut pane.picture.marks) {
        if let Form::Solid(solid) = &mut mark.form
            && solid.faces.len() > FACES
            && solid.parts.is_empty()
        {
            let few = std::sync::Arc::make_mut(solid);
            few.faces.truncate(FACES);
            few.creases.truncate(2 * FACES);
        }
    }
    figure
}

/// Everything that is wrong with a figure.
pub fn faults(figure: Figure) -> Vec<Fault> {
    let figure = thinned(figure);
    let svg = figure.svg();
    let page = Page::read(&svg, figure.size);
    let mut faults = alone(&page.texts);
    faults.extend(page.lost.iter().map(|words| fault(Kind::Lost, words.clone())));
    faults.extend(together(&page.texts));
    for role in page.named.difference(&page.drawn) {
        faults.push(fault(Kind::Legend, format!("{role} is named and not drawn")));
    }
    let marks = || figure.panes.iter().filter(|pane| pane.kind.has_ground() || pane.kind == ViewKind::Sphere);
    let own = merge_samples(marks().flat_map(|pane| samples_in(pane.kind, &pane.picture.marks)));
    for role in own.keys().filter(|role| !matches!(role, Role::Grid | Role::Text | Role::Group(_))) {
        let name = format!("{role:?}");
        match page.drawn.contains(&name) {
            // Bodies and their difference are named at themselves, and so are roles without a name.
            true if !page.named.contains(&name)
                && !matches!(role, Role::ShapeA | Role::ShapeB | Role::Difference)
                && !is_named_at_itself(&figure, *role)
                && (page.legend.len() < FULL_LEGEND || !has_label(&figure, *role)) =>
            {
                faults.push(fault(Kind::Legend, format!("{role:?} is drawn and not named")));
            }
            false if leads(*role) && !page.covered.contains(&name) => faults.push(fault(Kind::Hidden, name)),
            _ => {}
        }
    }
    for (k, name) in page.legend.iter().enumerate() {
        if page.legend[..k].contains(name) {
            faults.push(fault(Kind::Twice, format!("{name:?} is twice in the legend")));
        }
    }
    let grounds: Vec<&str> = figure.panes.iter().filter(|p| p.kind.has_ground()).map(|p| p.title.as_str()).collect();
    faults.extend(
        said_twice(&page.texts).filter(|(text, _)| grounds.contains(&text.of.as_str())).map(|(_, fault)| fault),
    );
    let areas = figure.layout().panes;
    for (k, (pane, area)) in figure.panes.iter().zip(areas).enumerate() {
        faults.extend(ticks(pane, area.size));
        faults.extend(lanes(pane, area.size));
        let extent = page.beats.get(k).copied().unwrap_or(f64::INFINITY);
        if pane.kind.has_ground() && extent < LEAST_EXTENT && !page.lenses.contains(&k) {
            faults.push(fault(Kind::Tiny, format!("{}: {extent:.0} points", pane.title)));
        }
    }
    faults
}

/// Smallest extent of the marks of a sub-step in a pane without an inset, points.
const LEAST_EXTENT: f64 = 10.0;

/// Entries of a legend that omits marks with labels.
const FULL_LEGEND: usize = 7;

/// Whether a mark of this role has a label.
fn has_label(figure: &Figure, role: Role) -> bool {
    let mut marks = figure.panes.iter().flat_map(|pane| &pane.picture.marks);
    marks.any(|mark| mark.role == role && matches!(mark.form, Form::Label { .. }))
}

/// Whether a role has no name for the legend, a label with its name, or a row in the key of a pane.
fn is_named_at_itself(figure: &Figure, role: Role) -> bool {
    let name = figure.names.iter().find(|(of, _)| *of == role).map_or(role.meaning(), |(_, name)| name);
    let mut marks = figure.panes.iter().flat_map(|pane| &pane.picture.marks);
    let is_named = |mark: &contact_lens::picture::Mark| match &mark.form {
        Form::Label { text, .. } => text == name,
        Form::Entry { dot, .. } => *dot,
        _ => false,
    };
    name.is_empty() || marks.any(|mark| mark.role == role && is_named(mark))
}

/// Roles of what a beat is about.
fn leads(role: Role) -> bool {
    use Role::{Axis, Closest, Fault, Horizon, NewSupport, Normal, Origin, Simplex, Witness};
    matches!(role, Axis | Closest | Fault | Horizon | NewSupport | Normal | Origin | Simplex | Witness)
}

/// Axes with a unit and fewer than two numbers.
fn ticks(pane: &Pane, size: glam::DVec2) -> Vec<Fault> {
    if !matches!(pane.kind, ViewKind::Lanes | ViewKind::Chart) {
        return Vec::new();
    }
    let flat = flatten(pane.kind, &pane.picture, &pane.camera, size, Theme::Light, TITLE);
    let numbers = |mark: usize, besides: usize| {
        let is = |draw: &Draw| matches!(draw, Draw::Text { .. });
        flat.items.iter().filter(|item| item.mark == mark && is(&item.draw)).count().saturating_sub(besides)
    };
    let axis = |(index, mark): (usize, &contact_lens::picture::Mark)| {
        let (name, count) = match &mark.form {
            Form::Scale { unit, .. } => (unit, numbers(index, 0)),
            Form::Axis { name, .. } => (name, numbers(index, usize::from(!name.is_empty()))),
            _ => return None,
        };
        (count < 2).then(|| fault(Kind::Ticks, format!("{}: {count} numbers on {name:?}", pane.title)))
    };
    pane.picture.marks.iter().enumerate().filter_map(axis).collect()
}

/// Lanes with a name that are too low for it.
fn lanes(pane: &Pane, size: glam::DVec2) -> Vec<Fault> {
    if pane.kind != ViewKind::Lanes {
        return Vec::new();
    }
    let map = LaneMap::of(&pane.picture.marks, &pane.camera, size, TITLE);
    // Of rows in a named group only the one at hand has its own name written where they are low.
    let groups: Vec<[f64; 2]> = pane.picture.marks.iter().filter_map(group).collect();
    let in_group = |rows: &[f64; 2]| groups.iter().any(|group| group[0] <= rows[0] && rows[1] <= group[1]);
    // A lane without height is not drawn: its name reserves the space of the widest one.
    let has_height = |rows: &[f64; 2]| rows[0] < rows[1];
    let low = |mark: &contact_lens::picture::Mark| match &mark.form {
        Form::Lane { rows, name, .. }
            if !name.is_empty() && has_height(rows) && !in_group(rows) && !map.hides(0.5 * (rows[0] + rows[1])) =>
        {
            let high = map.row * (rows[1] - rows[0]);
            (high < 11.9).then(|| fault(Kind::LowLane, format!("{}: {name:?} is {high:.1} high", pane.title)))
        }
        _ => None,
    };
    pane.picture.marks.iter().filter_map(low).take(1).collect()
}

/// The rows of a lane that names those in it.
fn group(mark: &contact_lens::picture::Mark) -> Option<[f64; 2]> {
    match mark.form {
        Form::Lane { rows, .. } if mark.role == Role::Grid && rows[1] - rows[0] > 1.01 => Some(rows),
        _ => None,
    }
}
