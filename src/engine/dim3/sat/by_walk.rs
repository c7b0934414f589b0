//! The test of two solids whose arcs are walked: four faces a step, then an arc of A a step.

use std::borrow::Borrow;
use std::ops::ControlFlow::{self, Break, Continue};

use super::super::prelude::*;
use super::ground::Ground;
use super::place::Place;
use super::solid::Solid;
use super::stepper::Sat;
use super::walk::{Gap, Room, Walk};
use super::{Found, Outcome, Tested};

impl<S: Borrow<Solid>> Sat<S> {
    /// The next four faces, or the next arc that crosses another; none where no line is left, and where nothing is walked.
    #[inline(always)]
    pub(super) fn step_walk(&mut self) -> Option<ControlFlow<Outcome>> {
        let mut walk = self.walk.take()?;
        self.found.now = None;
        walk.begin(self.a.borrow());
        walk.lines.clear();
        self.walk_on(&mut walk);
        let way = if walk.lines.is_empty() { None } else { Some(self.weigh_lines(&mut walk)) };
        self.walk = Some(walk);
        way
    }

    /// Goes on to the next lines there are.
    #[inline(always)]
    fn walk_on(&mut self, walk: &mut Walk) {
        let (rotation, translation, bar) = (&self.rotation, self.translation, self.bar());
        while walk.lines.is_empty() {
            self.place = self.existing(self.place);
            let ground = Ground { a: self.a.borrow(), b: self.b.borrow(), rotation, translation };
            self.place = match self.place {
                Place::FacesA(i) => {
                    walk.faces_of_a(&ground, i); // @four
                    Place::FacesA(i + 4)
                }
                Place::FacesB(i) => {
                    walk.faces_of_b(&ground, i);
                    Place::FacesB(i + 4)
                }
                Place::Edges(mut i, _) => {
                    while walk.lines.is_empty() && (i as usize) < ground.a.edges.len() {
                        self.pruned = self.pruned.saturating_add(walk.arc(&ground, i, bar));
                        i += 1;
                    }
                    Place::Edges(i, 0)
                }
                _ => return,
            };
        }
    }

    /// A gap that is not above this is of no line that is looked for: of a caller who says what is enough, while the bodies are not
    /// known to be apart, for then the way that edges do not face counts too. Lines that tie with the best are looked for.
    #[inline(always)]
    fn bar(&self) -> Real {
        match (self.enough, &self.found.best) {
            (Some(enough), Some(best)) if best.gap + self.found.tie <= 0.0 => {
                enough.min(best.gap - self.found.rounding)
            }
            _ => Real::NEG_INFINITY,
        }
    }

    /// Takes of the lines at hand those that are better than what is taken, in order.
    #[inline(always)]
    fn weigh_lines(&mut self, walk: &mut Walk) -> ControlFlow<Outcome> {
        walk.steps += 1;
        for k in 0..walk.lines.len() {
            let line = walk.lines[k];
            let gap = self.weigh_gap(&line);
            self.raise_ceiling(gap, line.off);
            let parted = || self.found.best.as_ref().is_some_and(|best| self.found.parts(best).holds());
            if self.options.stop_at_first && parted() {
                walk.lines.truncate(k + 1);
                self.outcome = Some(Outcome::Separated);
                return Break(Outcome::Separated);
            }
        }
        Continue(())
    }

    /// Takes a line if it is better than the one taken, by whole shadows, and tells its gap.
    #[inline(always)]
    fn weigh_gap(&mut self, line: &Gap) -> Real {
        let best = self.found.best.map_or(Real::NEG_INFINITY, |best| best.gap);
        if !line.may_pass(best + self.found.tie) {
            self.found.count(line.gap, line.gap);
            return line.gap;
        }
        let whole = self.alone(line.axis); // @again
        let gap = whole.map_or(best, |whole| whole.gap);
        let taken = gap > best + self.found.tie;
        self.found.count(gap, if taken { best } else { gap });
        if taken {
            self.found.best = whole;
        }
        gap
    }

    /// The same test, before its first line, with the lists of an earlier walk.
    pub(in super::super) fn in_room(mut self, room: Room) -> Self {
        self.walk = self.walk.map(|walk| walk.in_room(room));
        self
    }

    /// The lists of its walk, once that is over.
    pub(in super::super) fn into_room(self) -> Option<Room> {
        self.walk.map(Walk::into_room)
    }

    /// What was known after each line of the last step, in order, if that was a step of the walk: each is tried again.
    pub(super) fn walked(&self) -> Option<Vec<(Found, u32)>> {
        let walk = self.walk.as_ref().filter(|walk| !walk.lines.is_empty() && self.found.now.is_none())?;
        let mut before = Sat::placed(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, self.options);
        if self.options.cached.is_some_and(|axis| before.line(axis).is_some()) && before.step().is_break() {
            return None;
        }
        while before.walk.as_ref().is_some_and(|before| before.steps + 1 < walk.steps) {
            if before.step().is_break() {
                return None;
            }
        }
        let mut found = before.found;
        let mut state = |line: &Gap| {
            let best = found.best;
            found.weigh(self.alone(line.axis)?);
            // What the step did not take for its gap is not taken.
            if !line.may_pass(best.map_or(Real::NEG_INFINITY, |best| best.gap + found.tie)) {
                found.best = best;
            }
            Some((found, self.pruned))
        };
        let mut states: Vec<(Found, u32)> = walk.lines.iter().filter_map(&mut state).collect();
        if let Some((last, _)) = states.last_mut() {
            *last = Found { now: last.now, ..self.found };
        }
        Some(states).filter(|states| !states.is_empty())
    }

    /// The lines whose gaps are those of the line taken within rounding, in the order of the test, without itself. Tries
    /// as many as were tried again.
    pub fn ties(&self) -> Vec<Tested> {
        let (Some(best), mut ties, mut tried) = (self.found.best, Vec::new(), 0) else { return Vec::new() };
        let options = super::Options { stop_at_first: false, cached: None, ..self.options };
        let mut again = Sat::placed(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, options);
        // What was left out is left out again, or the count of lines would not come to the last.
        again.enough = self.enough;
        while again.step().is_continue() && tried < self.found.tested {
            for (axis, _) in again.lines_of_step().take((self.found.tested - tried) as usize) {
                tried += 1;
                let tied = |line: &Tested| line.axis != best.axis && (line.gap - best.gap).abs() <= self.found.tie;
                ties.extend(again.tested(axis).filter(tied));
            }
        }
        ties
    }
}
