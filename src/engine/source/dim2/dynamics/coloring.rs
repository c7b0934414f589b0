//! Coloring of contacts: contacts of one color have no moving body in common, so they can be solved at once.
//!
//! A color is an index from 0. The coloring is greedy: each contact, in order, gets the lowest color that no earlier
//! contact of its moving bodies has. A moving body with `n` contacts needs `n` colors; the color of a contact is at
//! most the number of other contacts of its moving bodies.

/// Number of colors per word of a bit set.
const WORD_BITS: u32 = u64::BITS;

/// Working data of a coloring, kept between solves.
#[derive(Clone, Debug, Default)]
pub(super) struct Coloring {
    /// Color of each contact, in order.
    pub colors: Vec<u32>,
    /// Number of colors in use.
    pub count: u32,
    /// Colors of the contacts of each body as bits, in a fixed number of words per body.
    used_colors: Vec<u64>,
}

impl Coloring {
    /// Colors the contacts of these pairs of bodies, in order; `bodies` is the number of bodies. Bodies for which
    /// `moves` is false do not restrict the colors.
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
        self.used_colors.clear();
        self.used_colors.resize(bodies * words, 0);
        for pair in pairs {
            // Index of the first word of each moving body.
            let first_words = pair.map(|body| moves(body).then_some(body as usize * words));
            let free_color = (0..words).find_map(|word| {
                let used = first_words.iter().flatten().fold(0, |used, first| used | self.used_colors[first + word]);
                (used != u64::MAX).then(|| ColorBit { word, bit: used.trailing_ones() })
            });
            let Some(ColorBit { word, bit }) = free_color else { return false };
            first_words.iter().flatten().for_each(|first| self.used_colors[first + word] |= 1 << bit);
            let color = WORD_BITS * word as u32 + bit;
            self.count = self.count.max(color + 1);
            self.colors.push(color);
        }
        true
    }
}

/// Bit of a color in the bit set of a body.
struct ColorBit {
    /// Index of the word in the set.
    word: usize,
    /// Index of the bit in the word, 0 to 63.
    bit: u32,
}
