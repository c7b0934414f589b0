//! Colors of contacts: contacts of one color have no moving body in common, so that none waits for another.
//!
//! Greedy: each contact, in order, gets the lowest color that neither of its bodies that move has yet. A body with `n` contacts
//! needs `n` colors; no contact gets a color above the number of the others that it shares a body with.

/// The scratch of a coloring, kept from solve to solve.
#[derive(Clone, Debug, Default)]
pub(super) struct Coloring {
    /// The color of each contact, in order.
    pub colors: Vec<u32>,
    /// How many colors there are.
    pub count: u32,
    /// The colors that a body has, a bit each, so many words a body.
    used: Vec<u64>,
}

impl Coloring {
    /// Colors contacts of these pairs; a body that stands still is in no one's way.
    pub fn color(&mut self, pairs: impl Iterator<Item = [u32; 2]> + Clone, bodies: usize, moves: impl Fn(u32) -> bool) {
        let mut words = 1;
        while !self.color_within(pairs.clone(), bodies, &moves, words) {
            words *= 2;
        }
    }

    /// With 64 colors a word; whether they were enough.
    fn color_within(
        &mut self,
        pairs: impl Iterator<Item = [u32; 2]>,
        bodies: usize,
        moves: impl Fn(u32) -> bool,
        words: usize,
    ) -> bool {
        self.colors.clear();
        self.count = 0;
        self.used.clear();
        self.used.resize(bodies * words, 0);
        for pair in pairs {
            let moving = pair.map(|body| moves(body).then_some(body as usize * words));
            let taken = |word: usize| moving.iter().flatten().fold(0, |taken, first| taken | self.used[first + word]);
            let free = (0..words).find_map(|word| {
                let taken = taken(word);
                (taken != u64::MAX).then(|| (word, taken.trailing_ones()))
            });
            let Some((word, bit)) = free else { return false };
            moving.iter().flatten().for_each(|first| self.used[first + word] |= 1 << bit);
            let color = 64 * word as u32 + bit;
            self.count = self.count.max(color + 1);
            self.colors.push(color);
        }
        true
    }
}
