//! View of the constraint rows of a solve, one lane per row: the impulse as a line within the bar of its bounds, and
//! for every iteration the impulse (a trace) or the velocity change (a cell, whose shade is its size).

use std::ops::Range;

use contact_lens_model::snapshot::dynamics::{Iteration, Phase};
use contact_lens_picture::{Form, NOTE_KEY, Picture, Role};

use super::change_table::Shades;
use super::iteration_beat::IterationBeat;
use super::rows::{self, ImpulseLane, RowName, VisibleLanes};
use super::shown_rows::{ShownRows, row_mark, unit_names};
use super::solve::Solve;
use super::trace::{Traces, add_stem, point};
use super::{WorldContext, free_velocities};

/// Largest number of rows with lanes. With more, only a table is shown, in which each line stands for many rows, sorted
/// by height.
const MAX_LANE_ROWS: usize = 1000;

/// Thickness of the bar of a row's bounds, in rows.
const BOUNDS_BAR: f64 = 0.5;

/// Distance of the stroke of the direct solution from the edges of its lane, in rows.
const STROKE_INSET: f64 = 0.1;

/// Least positive end of the impulse scale, in unit impulses of the scene.
const MIN_SCALE_END: f64 = 0.02;

/// Margin of the impulse scale at both ends, as a fraction of its length.
const END_MARGIN: f64 = 0.06;

/// Picture of the impulses, and of the traces or of the table of velocity changes, at a beat. Before the solve makes
/// its rows, the picture has their names, or the velocities of the bodies.
pub(super) fn picture(shows: &ShownRows<'_>, context: &WorldContext, beat: IterationBeat) -> Picture {
    let mut picture = Picture::default();
    let (Some(solve), Some(world)) = (shows.solve, shows.after) else {
        match shows.next_solve {
            Some(solve) if solve.row_names.len() <= MAX_LANE_ROWS => {
                add_future_rows(&mut picture, shows, solve, context);
                // Rows that are not made yet do not count as content of the view.
                mark_as_notes(&mut picture);
            }
            _ => free_velocities::add_velocities(&mut picture, shows, context),
        }
        return picture;
    };
    let traces = Traces::of(solve);
    // Traces replace the table of velocity changes.
    let shades = match traces {
        Some(_) => None,
        None => Shades::of(shows, solve, context.rounding(world)),
    };
    if let Some(shades) = &shades {
        shades.add_columns(&mut picture, shows, solve);
    }
    if solve.row_names.len() > MAX_LANE_ROWS {
        if let Some(shades) = shades {
            shades.add_strips(&mut picture, shows, solve, beat);
        }
        return picture;
    }
    add_impulse_lanes(&mut picture, shows, context, traces, beat);
    // New rows have no impulses yet, so that only their names are of interest, and after the motion nothing is.
    let has_few_rows = solve.row_names.len() <= rows::MAX_EXPANDED_ROWS;
    let has_nothing_new = match shows.phase {
        Some(Phase::Prepare) => !has_few_rows || shows.colored,
        Some(Phase::Move) => true,
        _ => false,
    };
    if has_nothing_new {
        mark_as_notes(&mut picture);
        return picture;
    }
    if let Some(shades) = shades {
        shades.add_rows(&mut picture, shows, solve, beat);
    }
    picture
}

/// Gives all marks the id of a note: a view that has only notes is not worth showing in a figure.
fn mark_as_notes(picture: &mut Picture) {
    picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
}

/// Adds the name of each pair or joint with several lanes. `names` are the group names of the lanes, from the top; a
/// lane is `lane_height` rows high.
fn add_group_names<'a>(picture: &mut Picture, lane_height: f64, names: impl Iterator<Item = &'a str>) {
    let names: Vec<&str> = names.collect();
    let mut start = 0;
    for lanes_of_group in names.chunk_by(|a, b| a == b) {
        let name = lanes_of_group[0];
        let end = start + lanes_of_group.len();
        if lanes_of_group.len() > 1 && !name.is_empty() {
            let rows = [start as f64 * lane_height, end as f64 * lane_height];
            picture.add(Role::Grid, "group", Form::Lane { rows, name: name.to_owned(), note: String::new() });
        }
        start = end;
    }
}

/// Adds a lane per row with its impulse within its bounds, and its trace below if there is one.
fn add_impulse_lanes(
    picture: &mut Picture,
    shows: &ShownRows<'_>,
    context: &WorldContext,
    traces: Option<Traces>,
    beat: IterationBeat,
) {
    let Some(solve) = shows.solve else { return };
    let lane_height = traces.map_or(1.0, |traces| traces.lane_height);
    let height = shows.rows.len() as f64 * lane_height;
    let ends = add_frame(picture, shows, solve, context.scene.impulse(), height, shows.hidden_note.clone());
    add_group_names(picture, lane_height, shows.rows.iter().map(|row| &*row.name.group));
    for (i, row) in shows.rows.iter().enumerate() {
        let top = i as f64 * lane_height;
        let key = row_mark(shows, row);
        let is_current = shows.current.contains(&i);
        add_lane_name(picture, shows, i, top, key.clone());
        picture.bar(Role::Interval, key.clone(), open_beyond_scale(row.bounds, ends), top + 0.5, BOUNDS_BAR);
        if let Some(direct) = row.direct {
            let stroke_top = point(direct, top + STROKE_INSET);
            let stroke_bottom = point(direct, top + lane_height - STROKE_INSET);
            picture.segment(Role::Lower, key.clone(), stroke_top, stroke_bottom);
        }
        if let Some(traces) = traces {
            if i == 0 {
                traces.add_iteration_numbers(picture, solve, top);
            }
            traces.add_trace(picture, shows, solve, i, beat);
        }
        let middle = top + 0.5;
        match shows.iteration {
            Some(iteration) if is_current => add_current_impulse(picture, row, &iteration, key, middle, beat),
            _ => {
                let is_applied = row.name.constraint < shows.first_pending;
                let role = if is_applied { Role::Witness } else { Role::Ghost };
                add_stem(picture, role, key, [0.0, row.impulse], middle);
            }
        }
    }
}

/// Adds the name of the lane of index `i`, highlighted if the row is current, and the number of the color, from 1, at
/// the first row of a color.
fn add_lane_name(picture: &mut Picture, shows: &ShownRows<'_>, i: usize, top: f64, key: String) {
    let row = &shows.rows[i];
    let is_in_same_group = |lane: &ImpulseLane| lane.name.group == row.name.group;
    let has_previous = i > 0 && is_in_same_group(&shows.rows[i - 1]);
    let has_next = shows.rows.get(i + 1).is_some_and(is_in_same_group);
    let name = lane_name(&row.name, row.name.short, !has_previous && !has_next);
    let role = if shows.current.contains(&i) { Role::Axis } else { Role::Text };
    let first_constraint = row.members.start;
    let color = match shows.after {
        Some(world) if world.colors.contains(&first_constraint) => world.color(first_constraint),
        _ => None,
    };
    let note = color.map_or_else(String::new, |color| format!("color {}", color + 1));
    picture.add(role, key, Form::Lane { rows: [top, top + 1.0], name, note });
}

/// Adds the impulse of a current row as known at a beat of its iteration. `middle` is the vertical position, in rows.
fn add_current_impulse(
    picture: &mut Picture,
    row: &ImpulseLane,
    iteration: &Iteration,
    key: String,
    middle: f64,
    beat: IterationBeat,
) {
    let before = row.name.component_of(iteration.from);
    let raw = row.name.component_of(iteration.raw);
    let clamped = row.name.component_of(iteration.to);
    match beat {
        IterationBeat::Velocity => add_stem(picture, Role::Witness, key, [0.0, before], middle),
        IterationBeat::RawImpulse => {
            picture.point(Role::Ghost, "before", point(before, middle));
            add_stem(picture, Role::Removed, String::from("raw"), [before, raw], middle);
        }
        IterationBeat::Clamp | IterationBeat::Apply => {
            if raw != clamped {
                add_stem(picture, Role::Removed, String::from("raw"), [before, raw], middle);
            }
            add_stem(picture, Role::Simplex, key, [0.0, clamped], middle);
        }
    }
}

/// Adds the names of rows that are not made yet, where their lanes will be.
fn add_future_rows(picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve, context: &WorldContext) {
    let traces = Traces::of(solve);
    let lane_height = traces.map_or(1.0, |traces| traces.lane_height);
    if let (None, Some(world)) = (traces, shows.after)
        && let Some(shades) = Shades::of(shows, solve, context.rounding(world))
    {
        shades.add_columns(picture, shows, solve);
    }
    let lanes = rows::split_into_lanes(&solve.row_names, &(0..0));
    let VisibleLanes { lanes: visible, note } = rows::visible_lanes(&lanes, 0, solve.row_names.len(), false);
    let height = visible.len() as f64 * lane_height;
    add_frame(picture, shows, solve, context.scene.impulse(), height, note);
    let visible_lanes = &lanes[visible];
    let group_names = visible_lanes.iter().map(|rows| &*solve.row_names[rows.start].group);
    add_group_names(picture, lane_height, group_names);
    for (i, rows_of_lane) in visible_lanes.iter().enumerate() {
        let name = &solve.row_names[rows_of_lane.start];
        let has_next = group_of(&lanes, solve, i + 1) == Some(&name.group);
        let has_previous = i > 0 && group_of(&lanes, solve, i - 1) == Some(&name.group);
        let short = if rows_of_lane.len() == 1 { name.short } else { rows::COLLAPSED };
        let name = lane_name(name, short, !has_previous && !has_next);
        let top = i as f64 * lane_height;
        picture.lane(Role::Idle, format!("coming/{i}"), [top, top + 1.0], name);
        if let Some(traces) = traces {
            if i == 0 {
                traces.add_iteration_numbers(picture, solve, top);
            }
            traces.add_future(picture, solve, i);
        }
    }
}

/// Group name of a lane; `None` beyond the last lane.
fn group_of<'a>(lanes: &[Range<usize>], solve: &'a Solve, lane: usize) -> Option<&'a String> {
    lanes.get(lane).map(|rows| &solve.row_names[rows.start].group)
}

/// Name of a lane: the short name of the row, preceded by the name of its pair or joint if it is the only lane of the
/// group. The only row of a joint has the joint's name.
fn lane_name(name: &RowName, short: &str, is_alone: bool) -> String {
    if !is_alone {
        return short.to_owned();
    }
    let short = if short == rows::ONLY_ROW { "" } else { short };
    format!("{} {short}", name.group).trim_end().to_owned()
}

/// Adds the fixed marks behind the lanes of a solve: the scale of the impulses, the line of zero, and below the lanes
/// the note, if there is one. `unit` is the unit impulse of the scene, N s, `height` the height of all lanes, in rows.
/// Returns the impulses at the left and the right end of the scale, N s or N m s.
fn add_frame(
    picture: &mut Picture,
    shows: &ShownRows<'_>,
    solve: &Solve,
    unit: f64,
    height: f64,
    note: Option<String>,
) -> [f64; 2] {
    let impulse_unit = unit_names(shows, |units| units.impulse);
    picture.add(Role::Grid, "scale", Form::Scale { unit: impulse_unit, decades: false, ends: None });
    // The scale is the same for the whole solve.
    let low = solve.range[0].min(0.0);
    let high = solve.range[1].max(MIN_SCALE_END * unit);
    let margin = END_MARGIN * (high - low);
    let ends = [low - margin, high + margin];
    picture.reserve(ends.iter().map(|end| point(*end, 0.5)));
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows: [0.0, height] });
    if let Some(name) = note {
        let rows = [height, height + 1.0];
        picture.add(Role::Ghost, "window", Form::Lane { rows, name: String::new(), note: String::new() });
        picture.add(Role::Ghost, "window", Form::Entry { row: height + 0.5, name, note: String::new(), dot: false });
    }
    ends
}

/// Bounds of an impulse for a scale from `low` to `high`: bounds beyond the scale become infinite, and are drawn as
/// open.
pub(super) fn open_beyond_scale(bounds: [f64; 2], [low, high]: [f64; 2]) -> [f64; 2] {
    [
        if bounds[0] < low { f64::NEG_INFINITY } else { bounds[0] },
        if bounds[1] > high { f64::INFINITY } else { bounds[1] },
    ]
}
