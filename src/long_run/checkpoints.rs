//! Checkpoints of a deterministic run: some of its states, stored within a memory budget. States between two
//! checkpoints are computed again by running from the earlier one. Used by recorded steps, by frames that depend on the
//! previous frame, and by simulated worlds.

use std::sync::Arc;

/// Stored states of a deterministic run. Positions count from 0, the initial state.
///
/// - **Stored**: every k-th state of the run; between two of these, the states around the latest query, within a
///   quarter of the budget; and the latest queried state. k is a power of two that doubles whenever the budget is
///   exceeded.
/// - **Cost**: a query one position forward takes one step; a query one position back takes less than k steps.
#[derive(Clone, Debug)]
pub struct Checkpoints<T> {
    /// Every k-th state of the whole run.
    whole_run: Series<T>,
    /// States around the latest query, from a state of `whole_run` on.
    around_query: Series<T>,
    /// State of the latest query.
    latest: PositionedState<T>,
}

/// State with its position in the run.
#[derive(Debug)]
struct PositionedState<T> {
    position: usize,
    state: Arc<T>,
}

impl<T> Clone for PositionedState<T> {
    fn clone(&self) -> Self {
        Self { position: self.position, state: Arc::clone(&self.state) }
    }
}

impl<T: Clone> Checkpoints<T> {
    /// Stores the initial state. Stored states take at most `budget` bytes, as counted by `size`, besides three that
    /// are always stored: the initial one, the latest one, and the state of the whole run before the latest query.
    pub fn new(first: T, budget: usize, size: fn(&T) -> usize) -> Self {
        let state = Arc::new(first);
        let query_budget = budget / 4;
        let first = PositionedState { position: 0, state };
        Self {
            whole_run: Series::new(first.clone(), budget - query_budget, size),
            around_query: Series::new(first.clone(), query_budget, size),
            latest: first,
        }
    }

    /// Returns the state at a position, computed from the nearest stored state before it. `step` advances a state,
    /// given its position, by one.
    ///
    /// # Errors
    /// Returns the first error of `step`; the states before it stay stored.
    pub fn state<E>(
        &mut self,
        position: usize,
        mut step: impl FnMut(usize, &mut T) -> Result<(), E>,
    ) -> Result<Arc<T>, E> {
        if let Some(stored) = self.stored_state(position) {
            return Ok(stored);
        }
        let checkpoint = self.whole_run.last_before(position);
        if self.around_query.first != checkpoint.position {
            self.around_query = Series::new(checkpoint, self.around_query.budget, self.around_query.size);
        }
        let mut start = self.around_query.last_before(position);
        if (start.position..=position).contains(&self.latest.position) {
            start = self.latest.clone();
        }
        if start.position == position {
            return Ok(start.state);
        }
        let mut state = T::clone(&start.state);
        let mut stored = None;
        for reached in start.position + 1..=position {
            step(reached - 1, &mut state)?;
            stored = self.store_if_due(reached, &state);
        }
        let state = stored.unwrap_or_else(|| Arc::new(state));
        self.latest = PositionedState { position, state: Arc::clone(&state) };
        Ok(state)
    }

    /// Returns the state at a position if it belongs to the whole run's series or is the latest one.
    fn stored_state(&self, position: usize) -> Option<Arc<T>> {
        let latest = (self.latest.position == position).then_some(&self.latest.state);
        self.whole_run.at(position).or(latest).map(Arc::clone)
    }

    /// Stores a copy of a state that the caller computed, if its position is due; returns the copy. States must come in
    /// order; late or stored ones are ignored.
    pub fn store_if_due(&mut self, position: usize, state: &T) -> Option<Arc<T>> {
        let in_whole_run = self.whole_run.is_due(position);
        let around_query =
            self.around_query.is_due(position) && position - self.around_query.first < self.whole_run.stride;
        let copy = (in_whole_run || around_query).then(|| Arc::new(state.clone()))?;
        if around_query {
            self.around_query.push(Arc::clone(&copy));
        }
        if in_whole_run {
            self.whole_run.push(Arc::clone(&copy));
        }
        Some(copy)
    }

    /// Stores a state that the caller computed as the latest one, since the next query is expected near it.
    pub fn store_latest(&mut self, position: usize, state: T) {
        let state = self.store_if_due(position, &state).unwrap_or_else(|| Arc::new(state));
        self.latest = PositionedState { position, state };
    }

    /// Returns the stored states up to and including a position, for a run that is identical up to there.
    pub fn up_to(&self, last: usize) -> Self {
        let whole_run = self.whole_run.up_to(last);
        let checkpoint = whole_run.last_before(last);
        let around_query = if (checkpoint.position..=last).contains(&self.around_query.first) {
            self.around_query.up_to(last)
        } else {
            Series::new(checkpoint, self.around_query.budget, self.around_query.size)
        };
        let latest = if self.latest.position <= last { self.latest.clone() } else { around_query.last_before(last) };
        Self { whole_run, around_query, latest }
    }

    /// Initial state of the run.
    pub fn first(&self) -> Arc<T> {
        Arc::clone(&self.whole_run.states[0])
    }

    /// Distance k between the stored states of the whole run, in positions; 1 if all states are stored.
    pub fn stride(&self) -> usize {
        self.whole_run.stride
    }

    /// Returns all stored states, each once: what the budget counts.
    pub fn stored(&self) -> Vec<Arc<T>> {
        let mut stored: Vec<Arc<T>> = Vec::new();
        for state in self.whole_run.states.iter().chain(&self.around_query.states).chain([&self.latest.state]) {
            if !stored.iter().any(|other| Arc::ptr_eq(other, state)) {
                stored.push(Arc::clone(state));
            }
        }
        stored
    }
}

/// Every `stride`-th state from a position on, within a memory budget.
#[derive(Clone, Debug)]
struct Series<T> {
    /// Position of the first state.
    first: usize,
    /// Distance of the states, in positions.
    stride: usize,
    /// The stored states, at least one.
    states: Vec<Arc<T>>,
    /// Sum of the states' sizes, bytes.
    bytes: usize,
    /// Largest sum of the states' sizes, bytes, if there is more than one state.
    budget: usize,
    /// Function that returns the size of a state, bytes.
    size: fn(&T) -> usize,
}

impl<T> Series<T> {
    fn new(first: PositionedState<T>, budget: usize, size: fn(&T) -> usize) -> Self {
        let PositionedState { position, state } = first;
        Self { first: position, stride: 1, bytes: size(&state), states: vec![state], budget, size }
    }

    /// Returns the state at a position if it is stored.
    fn at(&self, position: usize) -> Option<&Arc<T>> {
        let offset = position.checked_sub(self.first)?;
        self.states.get(offset / self.stride).filter(|_| offset.is_multiple_of(self.stride))
    }

    /// Returns the last stored state at or before a position, which must not be before the first one.
    fn last_before(&self, position: usize) -> PositionedState<T> {
        let index = (position.saturating_sub(self.first) / self.stride).min(self.states.len() - 1);
        PositionedState { position: self.first + index * self.stride, state: Arc::clone(&self.states[index]) }
    }

    /// Whether the state at a position is the next to store.
    fn is_due(&self, position: usize) -> bool {
        position == self.first + self.states.len() * self.stride
    }

    /// Stores a state. While the budget is exceeded, removes every other state and doubles the stride.
    fn push(&mut self, state: Arc<T>) {
        self.bytes += (self.size)(&state);
        self.states.push(state);
        while self.bytes > self.budget && self.states.len() > 1 {
            let mut indices = 0..;
            self.states.retain(|_| indices.next().is_some_and(|i: usize| i.is_multiple_of(2)));
            self.stride = self.stride.saturating_mul(2);
            self.update_bytes();
        }
    }

    /// Returns the states up to and including a position.
    fn up_to(&self, last: usize) -> Self {
        let count = last.saturating_sub(self.first) / self.stride + 1;
        let states = self.states.iter().take(count).map(Arc::clone).collect();
        let mut series = Self { states, ..*self };
        series.update_bytes();
        series
    }

    /// Sums the states' sizes.
    fn update_bytes(&mut self) {
        self.bytes = self.states.iter().map(|state| (self.size)(state)).sum();
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use contact_lens_engine::double::random::Random;

    /// A state with heap data: a hash of all positions before it, and an array that each step changes.
    #[derive(Clone, Debug, PartialEq)]
    struct Walk(u64, Vec<u64>);

    fn step(at: usize, walk: &mut Walk) {
        walk.0 = walk.0.wrapping_mul(6364136223846793005).wrapping_add(at as u64 + 1);
        let place = (walk.0 >> 33) as usize % walk.1.len();
        walk.1[place] ^= walk.0;
    }

    fn size(walk: &Walk) -> usize {
        size_of::<Walk>() + walk.1.capacity() * size_of::<u64>()
    }

    const ROOM: usize = 100;

    fn start() -> Walk {
        Walk(1, vec![0; ROOM])
    }

    /// Returns all states of a run, played from the start.
    fn played(count: usize) -> Vec<Walk> {
        let mut now = start();
        let states = (0..count).map(|at| {
            let before = now.clone();
            step(at, &mut now);
            before
        });
        states.collect()
    }

    /// Queries a position; returns the state and the number of steps of its replay.
    fn ask(checkpoints: &mut Checkpoints<Walk>, at: usize) -> (Arc<Walk>, usize) {
        let mut steps = 0;
        let state = checkpoints.state(at, |at, walk| {
            steps += 1;
            step(at, walk);
            Ok::<(), Infallible>(())
        });
        (state.unwrap_or_else(|never| match never {}), steps)
    }

    #[test]
    fn asked_in_any_order_it_is_what_playing_from_the_start_gives_within_the_budget() {
        const COUNT: usize = 3_000;
        let all = played(COUNT);
        let one = size(&start());
        let mut random = Random(31);
        let mut strides = std::collections::BTreeSet::new();
        let mut back = 0;
        let mut forward = 0;
        for kept in [1, 2, 7, 40, 500, 10_000] {
            let budget = kept * one;
            let mut checkpoints = Checkpoints::new(start(), budget, size);
            let mut last = 0;
            for ask_number in 0..600 {
                let far = random.below(COUNT as u32) as usize;
                // Far positions, neighbors, and walks in both directions.
                let at = match ask_number % 10 {
                    0 => far,
                    1..=5 => (last + 1).min(COUNT - 1),
                    _ => usize::saturating_sub(last, 1),
                };
                back += usize::from(at < last);
                forward += usize::from(at > last);
                let (state, _) = ask(&mut checkpoints, at);
                assert_eq!(*state, all[at], "{kept} kept, position {at}");
                let held = checkpoints.stored().iter().map(|walk| size(walk)).sum::<usize>();
                assert!(held <= budget + 3 * one, "{held} bytes of {budget}");
                strides.insert(checkpoints.stride());
                last = at;
            }
        }
        assert!(strides.contains(&1) && strides.len() > 6, "strides {strides:?}");
        assert!(back > 1000 && forward > 1000, "{back} back, {forward} forward");
    }

    #[test]
    fn a_run_that_fits_is_played_once_whatever_is_asked() {
        let mut checkpoints = Checkpoints::new(start(), 1 << 20, size);
        let mut steps = 0;
        for at in (0..500).rev().chain(0..500).chain([3, 499, 250]) {
            steps += ask(&mut checkpoints, at).1;
        }
        assert_eq!((steps, checkpoints.stride()), (499, 1));
    }

    #[test]
    fn neighbors_cost_one_step_forward_and_few_back() {
        let count = 10_000;
        let one = size(&start());
        let mut checkpoints = Checkpoints::new(start(), 60 * one, size);
        let forward: usize = (0..count).map(|at| ask(&mut checkpoints, at).1).sum();
        assert_eq!(forward, count - 1);
        let stride = checkpoints.stride();
        assert!(stride.is_power_of_two() && stride >= count / 60 && stride < 4 * count / 45, "{stride}");
        let costs: Vec<usize> = (0..count).rev().map(|at| ask(&mut checkpoints, at).1).collect();
        assert!(costs.iter().all(|cost| *cost < stride));
        let mean = costs.iter().sum::<usize>() / count;
        assert!(mean < stride / 4, "{mean} steps back, with one of {stride} kept");
    }

    #[test]
    fn what_was_stepped_to_elsewhere_is_not_stepped_again() {
        let all = played(100);
        let mut checkpoints = Checkpoints::new(start(), 1 << 20, size);
        for (at, state) in all.iter().enumerate() {
            checkpoints.store_latest(at, state.clone());
        }
        // Late, and out of order: known already.
        checkpoints.store_latest(7, all[7].clone());
        for at in (0..100).rev() {
            assert_eq!(ask(&mut checkpoints, at), (Arc::new(all[at].clone()), 0));
        }
        // Beyond a gap nothing is kept for good, and nothing is wrong.
        let mut checkpoints = Checkpoints::new(start(), 1 << 20, size);
        checkpoints.store_latest(50, all[50].clone());
        assert_eq!(ask(&mut checkpoints, 51), (Arc::new(all[51].clone()), 1));
        assert_eq!(ask(&mut checkpoints, 10), (Arc::new(all[10].clone()), 10));
    }

    #[test]
    fn a_run_goes_on_from_what_it_shares_with_another() {
        let all = played(400);
        let one = size(&start());
        for budget in [4 * one, 30 * one, 1000 * one] {
            let mut checkpoints = Checkpoints::new(start(), budget, size);
            (0..400).for_each(|at| drop(ask(&mut checkpoints, at)));
            ask(&mut checkpoints, 333);
            for shared in [0, 1, 17, 320, 333, 390, 399] {
                let mut other = checkpoints.up_to(shared);
                let far = other.stride();
                let (state, steps) = ask(&mut other, shared);
                assert_eq!(*state, all[shared]);
                assert!(steps < far, "{steps} steps to a state that was shared");
                // From there on it is another run: it must not know what the first did.
                let mut differs = Walk::clone(&state);
                let found = other.state(shared + 1, |_, walk| {
                    walk.0 = 7;
                    Ok::<(), Infallible>(())
                });
                differs.0 = 7;
                assert_eq!(found.map(|state| Walk::clone(&state)), Ok(differs));
            }
        }
    }

    #[test]
    fn an_error_ends_the_way_and_what_was_reached_stays() {
        let mut checkpoints = Checkpoints::new(start(), 1 << 20, size);
        assert_eq!(checkpoints.state(60, step_or_break_down), Err("breaks down"));
        assert_eq!(ask(&mut checkpoints, 30), (Arc::new(played(31)[30].clone()), 0));
        assert_eq!(checkpoints.state(31, step_or_break_down), Err("breaks down"));
    }

    /// Steps the walk; fails at step 30.
    fn step_or_break_down(at: usize, walk: &mut Walk) -> Result<(), &'static str> {
        step(at, walk);
        if at == 30 { Err("breaks down") } else { Ok(()) }
    }
}
