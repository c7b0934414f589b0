//! The states of a run that goes forward and does the same every time: as many as fit into a budget of memory, and from these
//! the way to all others. Tapes of steps, frames that hand on memory, and worlds all stand on it.

use std::sync::Arc;

/// Every k-th state of a run as far as it has come, k a power of two that doubles where the budget is used up; of the part
/// between two of these that was looked at last as many again as fit into a quarter of the budget; and the state that was
/// looked at last. So one step forward costs one step, one back less than k, and few in the mean. Positions count from 0, the
/// state that the run begins with.
#[derive(Clone, Debug)]
pub struct Keys<T> {
    far: Row<T>,
    near: Row<T>,
    newest: (usize, Arc<T>),
}

impl<T: Clone> Keys<T> {
    /// Before the first step. What is kept takes at most `budget` bytes as `size` counts them, but for three states that are
    /// always kept: the first, the newest, and the one that the part looked at begins with.
    pub fn new(first: T, budget: usize, size: fn(&T) -> usize) -> Self {
        let first = Arc::new(first);
        let row = |budget| Row::new(0, Arc::clone(&first), budget, size);
        Self { far: row(budget - budget / 4), near: row(budget / 4), newest: (0, Arc::clone(&first)) }
    }

    /// The state at a position, stepped to from the nearest one before that is known: `step` takes a state and its position to
    /// the next.
    ///
    /// # Errors
    /// The first of `step`; what was reached before it stays known.
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

    /// A state that somebody else has stepped to; it is copied if it is one to be kept. States are to come in order: what
    /// comes late, or is known, changes nothing.
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

    /// The same; what is asked for next is near it.
    pub fn adopt(&mut self, at: usize, state: T) {
        let state = self.offer(at, &state).unwrap_or_else(|| Arc::new(state));
        self.newest = (at, state);
    }

    /// What another run need not do again that is the same up to this position, that one included.
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

    /// The state that the run begins with.
    pub fn first(&self) -> Arc<T> {
        Arc::clone(&self.far.states[0])
    }

    /// Of how many states one is kept wherever the run was: 1 where all are.
    pub fn stride(&self) -> usize {
        self.far.stride
    }

    /// What is kept, each state once.
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

/// Every `stride`-th state from some position on.
#[derive(Clone, Debug)]
struct Row<T> {
    first: usize,
    stride: usize,
    /// At least one.
    states: Vec<Arc<T>>,
    /// What they take.
    bytes: usize,
    budget: usize,
    size: fn(&T) -> usize,
}

impl<T> Row<T> {
    fn new(first: usize, state: Arc<T>, budget: usize, size: fn(&T) -> usize) -> Self {
        Self { first, stride: 1, bytes: size(&state), states: vec![state], budget, size }
    }

    /// The state at a position, if it is kept.
    fn at(&self, at: usize) -> Option<&Arc<T>> {
        let beyond = at.checked_sub(self.first)?;
        self.states.get(beyond / self.stride).filter(|_| beyond.is_multiple_of(self.stride))
    }

    /// The last state up to a position that is not before the row's first, and where it is.
    fn before(&self, at: usize) -> (usize, &Arc<T>) {
        let index = (at.saturating_sub(self.first) / self.stride).min(self.states.len() - 1);
        (self.first + index * self.stride, &self.states[index])
    }

    /// Whether the state at a position is the next to be kept.
    fn is_due(&self, at: usize) -> bool {
        at == self.first + self.states.len() * self.stride
    }

    /// Where the budget is used up every other state goes, and half as many are due from then on.
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

    /// A state with a heap: a sum over all positions before it, and room.
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

    /// All states of a run, as it is played from the start.
    fn played(count: usize) -> Vec<Walk> {
        let mut now = start();
        let states = (0..count).map(|at| {
            let before = now.clone();
            step(at, &mut now);
            before
        });
        states.collect()
    }

    /// Asks, and counts the steps that it took.
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
                // Far away, beside, and walks in both directions.
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
