//! Stored states of a deterministic run within a memory budget, and replay of the states between them. Used by recorded
//! steps, by frames with memory, and by worlds.

use std::sync::Arc;

/// Key states of a deterministic run. Positions count from 0, the initial state.
///
/// - **Stored**: every k-th state of the run; between two of these, the states around the latest query, within a
///   quarter of the budget; and the latest queried state. k is a power of two that doubles whenever the budget is
///   exhausted.
/// - **Cost**: a query one position forward takes one step; a query one position back takes less than k steps.
#[derive(Clone, Debug)]
pub struct Keys<T> {
    far: Row<T>,
    near: Row<T>,
    newest: (usize, Arc<T>),
}

impl<T: Clone> Keys<T> {
    /// Stores the initial state. Stored states take at most `budget` bytes, as counted by `size`, besides three that
    /// are always stored: the initial one, the latest one, and the key state before the latest query.
    pub fn new(first: T, budget: usize, size: fn(&T) -> usize) -> Self {
        let first = Arc::new(first);
        let near = budget / 4;
        Self {
            far: Row::new(0, Arc::clone(&first), budget - near, size),
            near: Row::new(0, Arc::clone(&first), near, size),
            newest: (0, first),
        }
    }

    /// Returns the state at a position, replayed from the nearest stored state before it. `step` advances a state,
    /// given its position, by one.
    ///
    /// # Errors
    /// Returns the first error of `step`; the states before it stay stored.
    pub fn state<E>(&mut self, at: usize, mut step: impl FnMut(usize, &mut T) -> Result<(), E>) -> Result<Arc<T>, E> {
        if let Some(known) = self.known(at) {
            return Ok(known);
        }
        let (first, key) = self.far.before(at);
        if self.near.first != first {
            self.near = Row::new(first, Arc::clone(key), self.near.budget, self.near.size);
        }
        let (mut now, mut from) = self.near.before(at);
        if (now..=at).contains(&self.newest.0) {
            now = self.newest.0;
            from = &self.newest.1;
        }
        if now == at {
            return Ok(Arc::clone(from));
        }
        let mut state = T::clone(from);
        let mut kept = None;
        while now < at {
            step(now, &mut state)?;
            now += 1;
            kept = self.offer(now, &state);
        }
        let reached = kept.unwrap_or_else(|| Arc::new(state));
        self.newest = (at, Arc::clone(&reached));
        Ok(reached)
    }

    fn known(&self, at: usize) -> Option<Arc<T>> {
        let newest = (self.newest.0 == at).then_some(&self.newest.1);
        self.far.at(at).or(newest).map(Arc::clone)
    }

    /// Stores a copy of a state that the caller computed, if its position is due; returns the copy. States must come in
    /// order; late or known ones are ignored.
    pub fn offer(&mut self, at: usize, state: &T) -> Option<Arc<T>> {
        let far = self.far.is_due(at);
        let near = self.near.is_due(at) && at - self.near.first < self.far.stride;
        let kept = (far || near).then(|| Arc::new(state.clone()))?;
        if near {
            self.near.push(Arc::clone(&kept));
        }
        if far {
            self.far.push(Arc::clone(&kept));
        }
        Some(kept)
    }

    /// Stores a state like [`Keys::offer`], and makes it the latest one: the next query is expected near it.
    pub fn adopt(&mut self, at: usize, state: T) {
        let state = self.offer(at, &state).unwrap_or_else(|| Arc::new(state));
        self.newest = (at, state);
    }

    /// Returns the stored states up to and including a position, for a run that is identical up to there.
    pub fn until(&self, last: usize) -> Self {
        let far = self.far.until(last);
        let (first, key) = far.before(last);
        let near = if (first..=last).contains(&self.near.first) {
            self.near.until(last)
        } else {
            Row::new(first, Arc::clone(key), self.near.budget, self.near.size)
        };
        let (at, state) = near.before(last);
        let newest = if self.newest.0 <= last { self.newest.clone() } else { (at, Arc::clone(state)) };
        Self { newest, near, far }
    }

    /// Initial state of the run.
    pub fn first(&self) -> Arc<T> {
        Arc::clone(&self.far.states[0])
    }

    /// Distance between the key states of the whole run, in positions; 1 if all states are stored.
    pub fn stride(&self) -> usize {
        self.far.stride
    }

    /// Returns all stored states, each once.
    #[cfg(test)]
    pub fn held(&self) -> Vec<Arc<T>> {
        let mut held: Vec<Arc<T>> = Vec::new();
        for state in self.far.states.iter().chain(&self.near.states).chain([&self.newest.1]) {
            if !held.iter().any(|other| Arc::ptr_eq(other, state)) {
                held.push(Arc::clone(state));
            }
        }
        held
    }
}

/// Every `stride`-th state from position `first` on.
#[derive(Clone, Debug)]
struct Row<T> {
    first: usize,
    stride: usize,
    /// The stored states, at least one.
    states: Vec<Arc<T>>,
    /// Sum of the states' sizes, bytes.
    bytes: usize,
    budget: usize,
    size: fn(&T) -> usize,
}

impl<T> Row<T> {
    fn new(first: usize, state: Arc<T>, budget: usize, size: fn(&T) -> usize) -> Self {
        Self { first, stride: 1, bytes: size(&state), states: vec![state], budget, size }
    }

    /// Returns the state at a position if it is stored.
    fn at(&self, at: usize) -> Option<&Arc<T>> {
        let beyond = at.checked_sub(self.first)?;
        self.states.get(beyond / self.stride).filter(|_| beyond.is_multiple_of(self.stride))
    }

    /// Returns the last stored state at or before a position, with its position. `at` must not be before `first`.
    fn before(&self, at: usize) -> (usize, &Arc<T>) {
        let index = (at.saturating_sub(self.first) / self.stride).min(self.states.len() - 1);
        (self.first + index * self.stride, &self.states[index])
    }

    /// Whether the state at a position is the next to store.
    fn is_due(&self, at: usize) -> bool {
        at == self.first + self.states.len() * self.stride
    }

    /// Stores a state. While the budget is exceeded, removes every other state and doubles the stride.
    fn push(&mut self, state: Arc<T>) {
        self.bytes += (self.size)(&state);
        self.states.push(state);
        while self.bytes > self.budget && self.states.len() > 1 {
            let mut count = 0..;
            self.states.retain(|_| count.next().is_some_and(|i: usize| i.is_multiple_of(2)));
            self.stride = self.stride.saturating_mul(2);
            self.count();
        }
    }

    fn until(&self, last: usize) -> Self {
        let count = last.saturating_sub(self.first) / self.stride + 1;
        let states = self.states.iter().take(count).map(Arc::clone).collect();
        let mut row = Self { states, ..*self };
        row.count();
        row
    }

    fn count(&mut self) {
        self.bytes = self.states.iter().map(|state| (self.size)(state)).sum();
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::double::random::Random;

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
    fn ask(keys: &mut Keys<Walk>, at: usize) -> (Arc<Walk>, usize) {
        let mut steps = 0;
        let state = keys.state(at, |at, walk| {
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
            let mut keys = Keys::new(start(), budget, size);
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
                let (state, _) = ask(&mut keys, at);
                assert_eq!(*state, all[at], "{kept} kept, position {at}");
                let held = keys.held().iter().map(|walk| size(walk)).sum::<usize>();
                assert!(held <= budget + 3 * one, "{held} bytes of {budget}");
                strides.insert(keys.stride());
                last = at;
            }
        }
        assert!(strides.contains(&1) && strides.len() > 6, "strides {strides:?}");
        assert!(back > 1000 && forward > 1000, "{back} back, {forward} forward");
    }

    #[test]
    fn a_run_that_fits_is_played_once_whatever_is_asked() {
        let mut keys = Keys::new(start(), 1 << 20, size);
        let mut steps = 0;
        for at in (0..500).rev().chain(0..500).chain([3, 499, 250]) {
            steps += ask(&mut keys, at).1;
        }
        assert_eq!((steps, keys.stride()), (499, 1));
    }

    #[test]
    fn neighbors_cost_one_step_forward_and_few_back() {
        let count = 10_000;
        let one = size(&start());
        let mut keys = Keys::new(start(), 60 * one, size);
        let forward: usize = (0..count).map(|at| ask(&mut keys, at).1).sum();
        assert_eq!(forward, count - 1);
        let stride = keys.stride();
        assert!(stride.is_power_of_two() && stride >= count / 60 && stride < 4 * count / 45, "{stride}");
        let costs: Vec<usize> = (0..count).rev().map(|at| ask(&mut keys, at).1).collect();
        assert!(costs.iter().all(|cost| *cost < stride));
        let mean = costs.iter().sum::<usize>() / count;
        assert!(mean < stride / 4, "{mean} steps back, with one of {stride} kept");
    }

    #[test]
    fn what_was_stepped_to_elsewhere_is_not_stepped_again() {
        let all = played(100);
        let mut keys = Keys::new(start(), 1 << 20, size);
        for (at, state) in all.iter().enumerate() {
            keys.adopt(at, state.clone());
        }
        // Late, and out of order: known already.
        keys.adopt(7, all[7].clone());
        for at in (0..100).rev() {
            assert_eq!(ask(&mut keys, at), (Arc::new(all[at].clone()), 0));
        }
        // Beyond a gap nothing is kept for good, and nothing is wrong.
        let mut keys = Keys::new(start(), 1 << 20, size);
        keys.adopt(50, all[50].clone());
        assert_eq!(ask(&mut keys, 51), (Arc::new(all[51].clone()), 1));
        assert_eq!(ask(&mut keys, 10), (Arc::new(all[10].clone()), 10));
    }

    #[test]
    fn a_run_goes_on_from_what_it_shares_with_another() {
        let all = played(400);
        let one = size(&start());
        for budget in [4 * one, 30 * one, 1000 * one] {
            let mut keys = Keys::new(start(), budget, size);
            (0..400).for_each(|at| drop(ask(&mut keys, at)));
            ask(&mut keys, 333);
            for shared in [0, 1, 17, 320, 333, 390, 399] {
                let mut other = keys.until(shared);
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
        let mut keys = Keys::new(start(), 1 << 20, size);
        let broken = |at: usize, walk: &mut Walk| {
            step(at, walk);
            if at == 30 { Err("breaks down") } else { Ok(()) }
        };
        assert_eq!(keys.state(60, broken), Err("breaks down"));
        assert_eq!(ask(&mut keys, 30), (Arc::new(played(31)[30].clone()), 0));
        assert_eq!(keys.state(31, broken), Err("breaks down"));
    }
}
