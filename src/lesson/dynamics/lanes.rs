//! Picture of the constraint rows of a solve, one lane per row: the impulse within its bounds, and the velocity change
//! or trace of every iteration.

use super::notation::{impulse_mark, units_of};
use super::rows::{self as row_lanes, ImpulseLane, RowName};
use super::shown_rows::{ShownRows, SolvePosition};
use super::solve::Solve;
use super::trace::{Traces, add_stem, point};
use super::{APPLY_BEAT, CLAMP_BEAT, WorldContext, free_velocities};
use crate::answer::number::Unit;
use crate::picture::{Form, NOTE_KEY, Picture, Role, shade_of};
use crate::snapshot::dynamics::{ConstraintSource, Phase, World};

/// Number of powers of ten that the shades of velocity changes distinguish.
const DECADES: i32 = 4;

/// Largest number of rows with lanes; with more, only a table is shown, with strips of rows sorted by height.
const MAX_LANE_ROWS: usize = 1000;

/// Upper and lower edge of a cell in its row, in rows.
const CELL_START: f64 = 0.03;
const CELL_END: f64 = 0.97;

/// Thickness of the bar of a row's bounds, in rows.
const BOUNDS_BAR: f64 = 0.5;

/// Distance of the stroke of the direct solution from the edges of its lane, in rows.
const STROKE_INSET: f64 = 0.1;

/// Least positive end of the impulse scale, in unit impulses of the scene.
const MIN_SCALE_END: f64 = 0.02;

/// Margin of the impulse scale at both ends, as a fraction of its length.
const END_MARGIN: f64 = 0.06;

/// Number of strips of the table of very many rows.
const STRIPS: usize = 48;

/// Number of strips per name of the table of strips.
const STRIPS_PER_NAME: usize = 8;

/// Mark id of a row, in all views.
pub(super) fn row_mark(shows: &ShownRows<'_>, row: &ImpulseLane) -> String {
    let source = shows.after.map(|world| world.constraints[row.name.constraint as usize].source);
    source.map_or_else(String::new, |source| format!("{}/{}", impulse_mark(source), row.name.short))
}

/// Picture of the impulses and of the table of changes. The beats 0 to 3 of an iteration compute the velocity w,
/// compute the raw impulse, clamp it, and apply it.
pub(super) fn picture(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Picture {
    let mut picture = Picture::default();
    let (Some(solve), Some(world)) = (shows.solve, shows.after) else {
        if let Some(solve) = shows.next_solve.filter(|solve| solve.row_names.len() <= MAX_LANE_ROWS) {
            add_future_rows(&mut picture, shows, solve, context);
            // Rows that are not made yet do not count as content of the view.
            picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
            return picture;
        }
        free_velocities::add_velocities(&mut picture, shows, context);
        return picture;
    };
    let traces = Traces::of(solve);
    let shades = traces.is_none().then(|| Shades::of(shows, solve, context.rounding(world))).flatten();
    if let Some(shades) = &shades {
        shades.add_columns(&mut picture, shows, solve);
    }
    if solve.row_names.len() > MAX_LANE_ROWS {
        if let Some(shades) = shades {
            add_strips(&mut picture, shows, solve, &shades, beat);
        }
        return picture;
    }
    add_impulse_lanes(&mut picture, shows, (context, traces), beat);
    // New rows have no impulses yet, so that only their names are of interest, and after the motion nothing is.
    let is_listed = solve.row_names.len() <= row_lanes::MAX_EXPANDED_ROWS;
    if shows.phase == Some(Phase::Move) || shows.phase == Some(Phase::Prepare) && (!is_listed || shows.colored) {
        picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
        return picture;
    }
    if let Some(shades) = shades {
        for (i, row) in shows.rows.iter().enumerate() {
            let place = [i as f64 + CELL_START, i as f64 + CELL_END];
            shades.add_row(&mut picture, (&row_mark(shows, row), place), row.name.constraint, beat, |iteration| {
                row.members.clone().filter_map(|constraint| solve.change(iteration, constraint)).reduce(f64::max)
            });
        }
    }
    picture
}

/// Adds the name of each pair or joint with several lanes, whose group names are `names`; a lane is `height` rows high.
fn add_group_names<'a>(picture: &mut Picture, height: f64, names: impl Iterator<Item = &'a str>) {
    let all: Vec<&str> = names.collect();
    let mut start = 0;
    for rows in all.chunk_by(|a, b| a == b) {
        let end = start + rows.len();
        if rows.len() > 1 && !rows[0].is_empty() {
            let name = rows[0].to_owned();
            let rows = [start, end].map(|i| i as f64 * height);
            picture.add(Role::Grid, "group", Form::Lane { rows, name, note: String::new() });
        }
        start = end;
    }
}

/// Adds a lane per row with its impulse within its bounds, and its trace below if there is one.
fn add_impulse_lanes(
    picture: &mut Picture,
    shows: &ShownRows<'_>,
    (context, traces): (&WorldContext, Option<Traces>),
    beat: usize,
) {
    let Some(solve) = shows.solve else { return };
    let lane_height = traces.map_or(1.0, |traces| traces.lane_height);
    let rows = shows.rows.len() as f64 * lane_height;
    let ends = add_frame(picture, shows, (solve, context.scene.impulse()), (rows, shows.hidden_note.clone()));
    add_group_names(picture, lane_height, shows.rows.iter().map(|row| &*row.name.group));
    for (i, row) in shows.rows.iter().enumerate() {
        let top = i as f64 * lane_height;
        let key = row_mark(shows, row);
        let is_current = shows.current.contains(&i);
        add_lane_name(picture, shows, i, (top, key.clone()));
        picture.bar(Role::Interval, key.clone(), open_beyond_scale(row.bounds, ends), top + 0.5, BOUNDS_BAR);
        if let Some(direct) = row.direct {
            let tick = [point(direct, top + STROKE_INSET), point(direct, top + lane_height - STROKE_INSET)];
            picture.segment(Role::Lower, key.clone(), tick[0], tick[1]);
        }
        if let Some(traces) = traces {
            if i == 0 {
                traces.add_iteration_numbers(picture, solve, top);
            }
            traces.add_trace(picture, shows, solve, i, beat);
        }
        add_impulse(picture, shows, row, ((top + 0.5, key), is_current.then_some(beat)));
    }
}

/// Adds the name of a lane, highlighted if the row is current.
fn add_lane_name(picture: &mut Picture, shows: &ShownRows<'_>, i: usize, (top, key): (f64, String)) {
    let row = &shows.rows[i];
    let group = &row.name.group;
    let neighbors = [i.checked_sub(1), Some(i + 1)].into_iter().flatten().filter_map(|i| shows.rows.get(i));
    let is_alone = neighbors.into_iter().all(|row| row.name.group != *group);
    let name = lane_name(&row.name, row.name.short, is_alone);
    let role = if shows.current.contains(&i) { Role::Axis } else { Role::Text };
    let begins = shows.after.filter(|world| world.colors.contains(&row.members.start));
    let color = begins.and_then(|world| world.color(row.members.start));
    let note = color.map_or_else(String::new, |color| format!("color {}", color + 1));
    picture.add(role, key, Form::Lane { rows: [top, top + 1.0], name, note });
}

/// Adds the impulse of a row, as known at `beat`.
fn add_impulse(
    picture: &mut Picture,
    shows: &ShownRows<'_>,
    row: &ImpulseLane,
    ((middle, key), beat): ((f64, String), Option<usize>),
) {
    let Some((iteration, beat)) = shows.iteration.zip(beat) else {
        let role = if row.name.constraint < shows.first_pending { Role::Witness } else { Role::Ghost };
        return add_stem(picture, (role, key), [0.0, row.impulse], middle);
    };
    let part = usize::from(row.name.part);
    let [from, raw, to] = [iteration.from, iteration.raw, iteration.to].map(|x| x.to_array()[part]);
    match beat {
        0 => add_stem(picture, (Role::Witness, key.clone()), [0.0, from], middle),
        1 => picture.point(Role::Ghost, "before", point(from, middle)),
        _ => {}
    }
    if beat == 1 || beat >= CLAMP_BEAT && raw != to {
        add_stem(picture, (Role::Removed, String::from("raw")), [from, raw], middle);
    }
    if beat >= CLAMP_BEAT {
        add_stem(picture, (Role::Simplex, key), [0.0, to], middle);
    }
}

/// Adds the names of rows that are not made yet, where their lanes will be.
fn add_future_rows(picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve, context: &WorldContext) {
    let traces = Traces::of(solve);
    let lane_height = traces.map_or(1.0, |traces| traces.lane_height);
    let shades = shows.after.and_then(|world| Shades::of(shows, solve, context.rounding(world)));
    if let Some(shades) = shades.filter(|_| traces.is_none()) {
        shades.add_columns(picture, shows, solve);
    }
    let all = row_lanes::split_into_lanes(&solve.row_names, &(0..0));
    let (window, note) = row_lanes::visible_lanes(&all, 0, solve.row_names.len(), false);
    let lanes = all[window.clone()].iter();
    add_frame(picture, shows, (solve, context.scene.impulse()), (window.len() as f64 * lane_height, note));
    add_group_names(picture, lane_height, lanes.clone().map(|rows| &*solve.row_names[rows.start].group));
    for (i, rows) in lanes.enumerate() {
        let name = &solve.row_names[rows.start];
        let is_alone = group_of(&all, solve, i + 1) != Some(&name.group)
            && (i == 0 || group_of(&all, solve, i - 1) != Some(&name.group));
        let short = if rows.len() == 1 { name.short } else { row_lanes::COLLAPSED };
        let name = lane_name(name, short, is_alone);
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
fn group_of<'a>(all: &[std::ops::Range<usize>], solve: &'a Solve, lane: usize) -> Option<&'a String> {
    all.get(lane).map(|rows| &solve.row_names[rows.start].group)
}

/// Name of a lane: the row's, preceded by that of its pair or joint if it is the only lane of the group.
fn lane_name(name: &RowName, short: &str, is_alone: bool) -> String {
    // The only row of a joint has the joint's name.
    let short = if is_alone && short == row_lanes::ONLY_ROW { "" } else { short };
    if is_alone { format!("{} {short}", name.group).trim_end().to_owned() } else { short.to_owned() }
}

/// Units of all lanes: of impulses (`which` 0) or of velocities (1). If a row is angular, both the linear and the
/// angular unit.
fn unit_names(shows: &ShownRows<'_>, which: usize) -> String {
    let [linear, angular] = [false, true].map(|is_angular| units_of(is_angular)[which]);
    if shows.rows.iter().any(|row| row.is_angular) { format!("{linear}, {angular}") } else { linear.to_owned() }
}

/// Adds the fixed marks behind the lanes of a solve. Returns the ends of the scale.
fn add_frame(
    picture: &mut Picture,
    shows: &ShownRows<'_>,
    (solve, unit): (&Solve, f64),
    (count, note): (f64, Option<String>),
) -> [f64; 2] {
    picture.add(Role::Grid, "scale", Form::Scale { unit: unit_names(shows, 0), decades: false, ends: None });
    // The scale is the same for the whole solve.
    let [low, high] = [solve.range[0].min(0.0), solve.range[1].max(MIN_SCALE_END * unit)];
    let margin = END_MARGIN * (high - low);
    let ends = [low - margin, high + margin];
    picture.reserve(ends.iter().map(|end| point(*end, 0.5)));
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows: [0.0, count] });
    if let Some(name) = note {
        let rows = [count, count + 1.0];
        picture.add(Role::Ghost, "window", Form::Lane { rows, name: String::new(), note: String::new() });
        picture.add(Role::Ghost, "window", Form::Entry { row: count + 0.5, name, note: String::new(), dot: false });
    }
    ends
}

/// Makes bounds beyond the displayed range infinite.
pub(super) fn open_beyond_scale(bounds: [f64; 2], [low, high]: [f64; 2]) -> [f64; 2] {
    [
        if bounds[0] < low { f64::NEG_INFINITY } else { bounds[0] },
        if bounds[1] > high { f64::INFINITY } else { bounds[1] },
    ]
}

/// Mapping from velocity changes to shades.
struct Shades {
    /// Power of ten with the darkest shade.
    top: i32,
    /// Range of the iterations with a column.
    columns: std::ops::Range<u32>,
    /// Place of the current change; `None` outside of the iterations and rounds.
    now: Option<SolvePosition>,
    /// Whether all iterations are in the future.
    is_future: bool,
}

impl Shades {
    /// Returns the shades of a solve; `None` with at most one iteration, since changes are compared between iterations.
    /// `rounding` is the rounding error of velocities, m/s.
    fn of(shows: &ShownRows<'_>, solve: &Solve, rounding: f64) -> Option<Self> {
        let columns = shows.shown_iterations.clone();
        let largest = f64::from(solve.changes.iter().copied().fold(0.0, f32::max));
        let top = largest.max(rounding).log10().ceil() as i32;
        let now = shows.position();
        let is_future = matches!(shows.phase, Some(Phase::Prepare | Phase::WarmStart { .. }));
        (columns.len() > 1).then_some(Self { top, columns, now, is_future })
    }

    /// Adds the heading of the columns: the numbers of the iterations, from 1, and the meaning of the shades.
    fn add_columns(&self, picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve) {
        let unit = unit_names(shows, 1);
        let range = [self.columns.start + 1, self.columns.end];
        let decades = [self.top - DECADES, self.top];
        let name = format!("shade: velocity change per {}", solve.pass_noun());
        picture.add(Role::Grid, "columns", Form::Columns { range, decades, unit, name });
    }

    /// Adds the cells of a row: those of future changes are empty, and the current one is framed.
    fn add_row(
        &self,
        picture: &mut Picture,
        (key, rows): (&str, [f64; 2]),
        constraint: u32,
        beat: usize,
        change: impl Fn(u32) -> Option<f64>,
    ) {
        for iteration in self.columns.clone() {
            let Some(change) = change(iteration) else { continue };
            let at = SolvePosition { iteration, constraint };
            let framed = self.now == Some(at);
            // The last beat applies the change.
            let is_pending = self.now.map_or(self.is_future, |now| at > now || framed && beat < APPLY_BEAT);
            // 1 for the largest change, 0 for changes that are too small for a shade.
            let height = 1.0 + (change.log10() - f64::from(self.top)) / f64::from(DECADES);
            let has_shade = change > 0.0 && height > 0.0 && !is_pending;
            let shade = if has_shade { shade_of(height) } else { 0.0 };
            let column = f64::from(iteration) + 1.0;
            let cell = Form::Cell { ends: [column - 0.5, column + 0.5], rows, shade, framed };
            picture.add(Role::Bound, key.to_owned(), cell);
        }
    }
}

/// Coordinate y of the point at which a constraint acts, meters.
fn height_of_action(world: &World, source: ConstraintSource) -> f64 {
    match source {
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            world.contacts[contact as usize].points[usize::from(point)].position.y
        }
        ConstraintSource::Equality { joint }
        | ConstraintSource::Lower { joint }
        | ConstraintSource::Upper { joint } => world.joints[joint as usize].points[1].y,
    }
}

/// Adds the table of very many rows, sorted by height from the top, in strips of equally many rows with the largest
/// change of each.
fn add_strips(picture: &mut Picture, shows: &ShownRows<'_>, solve: &Solve, shades: &Shades, beat: usize) {
    let Some(world) = shows.after else { return };
    let rows = world.constraints.iter().enumerate().map(|(i, row)| (height_of_action(world, row.source), i as u32));
    let mut sorted: Vec<(f64, u32)> = rows.collect();
    sorted.sort_by(|(y, i), (z, k)| z.total_cmp(y).then(i.cmp(k)));
    let unit = Unit::of(sorted.iter().map(|(y, _)| *y));
    for from in (0..STRIPS).step_by(STRIPS_PER_NAME) {
        let Some((middle, _)) = sorted.get((2 * from + STRIPS_PER_NAME) * sorted.len() / (2 * STRIPS)) else {
            continue;
        };
        let rows = [from as f64, (from + STRIPS_PER_NAME) as f64];
        let name = format!("{} {}", unit.bare(*middle, 2), unit.name);
        picture.add(Role::Grid, "height", Form::Lane { rows, name, note: String::new() });
    }
    let current = shades.now.map(|now| now.constraint);
    for i in 0..STRIPS {
        let strip = i * sorted.len() / STRIPS..(i + 1) * sorted.len() / STRIPS;
        let members: Vec<u32> = sorted[strip].iter().map(|(_, row)| *row).collect();
        let Some(first) = members.first() else { continue };
        // A strip that contains the current constraint is shown as that constraint.
        let representative = current.filter(|at| members.contains(at)).unwrap_or(*first);
        let rows = [i as f64, i as f64 + 1.0];
        shades.add_row(picture, ("strip", rows), representative, beat, |iteration| {
            members.iter().filter_map(|constraint| solve.change(iteration, *constraint)).reduce(f64::max)
        });
    }
    let name = format!("{} rows sorted by height: largest change per strip", solve.row_names.len());
    let row = STRIPS as f64 + 1.5;
    picture.add(Role::Ghost, "crowd", Form::Entry { row, name, note: String::new(), dot: false });
}
