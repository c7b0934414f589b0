//! Coloring of contacts: contacts of one color have no moving body in common, so they can be solved at once.
//!
//! The coloring is greedy: each contact, in order, gets the lowest color that neither of its moving bodies has yet. A
//! moving body with `n` contacts needs `n` colors; the color of a contact, counted from 0, is at most the number of
//! other contacts at its moving bodies.

/// Colors per word of a bit set.
const WORD_BITS: u32 = u64::BITS;

/// Working data of a coloring, kept between solves.
#[derive(Clone, Debug, Default)]
pub(super) struct Coloring {
    /// Color of each contact, in order.
    pub colors: Vec<u32>,
    /// Number of colors in use.
    pub count: u32,
    /// Colors of each body as bits, in a fixed number of words per body.
    used: Vec<u64>,
}

impl Coloring {
    /// Colors contacts of these pairs; bodies that do not move are ignored.
    pub fn color(&mut self, pairs: impl Iterator<Item = [u32; 2]> + Clone, bodies: usize, moves: impl Fn(u32) -> bool) {
        let mut words = 1;
        while !self.color_within(pairs.clone(), bodies, &moves, words) {
            words *= 2;
        }
    }

    /// Tries to color with `words` words of [`WORD_BITS`] colors per body; returns whether these colors suffice.
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
            // Index of each moving body's first word.
            let moving = pair.map(|body| moves(body).then_some(body as usize * words));
            let free = (0..words).find_map(|word| {
                let used = moving.iter().flatten().fold(0, |used, first| used | self.used[first + word]);
                (used != u64::MAX).then(|| (word, used.trailing_ones()))
            });
            let Some((word, bit)) = free else { return false };
            moving.iter().flatten().for_each(|first| self.used[first + word] |= 1 << bit);
            let color = WORD_BITS * word as u32 + bit;
            self.count = self.count.max(color + 1);
            self.colors.push(color);
        }
        true
    }
}
