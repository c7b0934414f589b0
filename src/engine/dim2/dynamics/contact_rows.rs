//! Rows of all contacts of a solve, in solving order: one contact after the other, or, by colors, four of one color at
//! once.

use std::ops::Range;

use super::super::prelude::*;
use super::block::{Block, Correction, Row, Rule};
use super::bodies::BodyState;
use super::coloring::Coloring;
use super::constraint::{Bounds, Constraint, Jacobian, Of};
use super::contacts::{self, Contact, Target};
use super::lane::{Lane, WIDTH};
use super::options::Options;

/// Blocks, and their corrections of positions, if split impulses are used.
#[derive(Clone, Debug)]
struct List<T: Lane> {
    blocks: Vec<Block<T>>,
    corrections: Vec<[Correction<T>; 2]>,
}

impl<T: Lane> Default for List<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), corrections: Vec::new() }
    }
}

/// Rows of all contacts. A *group* is what one step solves: a contact, or up to four of one color.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactRows {
    /// Blocks of one contact each, in solving order.
    single: List<Real>,
    /// By colors: blocks of four, with their impulses.
    fours: List<Lanes>,
    /// By colors: end of each color among the single blocks.
    color_ends: Vec<u32>,
    by_color: bool,
    coloring: Coloring,
    sorted: Vec<Block<Real>>,
}

impl ContactRows {
    /// Builds the rows at the current poses.
    pub fn prepare(&mut self, contacts: &[Contact], bodies: &[BodyState], options: &Options) {
        self.single.blocks.clear();
        self.single.corrections.clear();
        let blocks = (0..).zip(contacts).map(|(of, contact)| contacts::block(of, contact, bodies, options));
        self.single.blocks.extend(blocks);
        self.by_color = false;
        self.correct_positions(contacts, options);
    }

    /// Sorts the blocks by color, stably, and combines four of one color each.
    pub fn sort_by_color(&mut self, contacts: &[Contact], options: &Options, still: &[bool]) {
        self.by_color = true;
        let pairs = self.single.blocks.iter().map(|block| [block.a, block.b]);
        self.coloring.color(pairs, still.len(), |body| !still[body as usize]);
        self.color_ends.clear();
        self.color_ends.resize(self.coloring.count as usize, 0);
        for color in &self.coloring.colors {
            self.color_ends[*color as usize] += 1;
        }
        let mut before = 0;
        for end in &mut self.color_ends {
            before += std::mem::replace(end, before);
        }
        self.sorted.clone_from(&self.single.blocks);
        for (block, color) in self.single.blocks.iter().zip(&self.coloring.colors) {
            let place = &mut self.color_ends[*color as usize];
            self.sorted[*place as usize] = *block; // @color
            *place += 1;
        }
        std::mem::swap(&mut self.sorted, &mut self.single.blocks);
        self.correct_positions(contacts, options);
        self.lay_side_by_side(still.len() as u32 - 1);
    }

    fn correct_positions(&mut self, contacts: &[Contact], options: &Options) {
        self.single.corrections.clear();
        if options.splits() {
            let blocks = self.single.blocks.iter();
            let each = blocks.map(|block| contacts::corrections(block, &contacts[block.of as usize], options));
            self.single.corrections.extend(each);
        }
    }

    fn lay_side_by_side(&mut self, static_body: u32) {
        self.fours.blocks.clear();
        self.fours.corrections.clear();
        let mut start = 0;
        for end in self.color_ends.iter().map(|end| *end as usize) {
            for from in (start..end).step_by(WIDTH) {
                let range = from..end.min(from + WIDTH);
                self.fours.blocks.push(Block::four(from as u32, &self.single.blocks[range.clone()], static_body));
                if let Some(corrections) = self.single.corrections.get(range) {
                    self.fours.corrections.push(Correction::four(corrections));
                }
            }
            start = end;
        }
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        if self.by_color { self.fours.blocks.len() } else { self.single.blocks.len() }
    }

    /// Contacts of a group, as a range of the single blocks.
    pub fn members(&self, group: usize) -> Range<usize> {
        match self.by_color {
            false => group..group + 1,
            true => {
                let next = self.fours.blocks.get(group + 1).map_or(self.single.blocks.len(), |next| next.of as usize);
                self.fours.blocks[group].of as usize..next
            }
        }
    }

    /// Number of rows of these blocks.
    pub fn rows(&self, blocks: Range<usize>) -> u32 {
        self.single.blocks[blocks].iter().map(|block| 2 * u32::from(block.points)).sum()
    }

    /// End of each color among the blocks; empty in source order.
    pub fn color_ends(&self) -> &[u32] {
        if self.by_color { &self.color_ends } else { &[] }
    }

    /// Whether a group starts with an impulse.
    pub fn is_warm(&self, group: usize) -> bool {
        if self.by_color { self.fours.blocks[group].is_warm() } else { self.single.blocks[group].is_warm() }
    }

    /// Whether a group corrects positions.
    pub fn corrects(&self, group: usize) -> bool {
        let corrections = self.single.corrections.get(self.members(group));
        corrections.is_some_and(|all| all.iter().flatten().any(|correction| correction.inverse != 0.0))
    }

    /// Applies the impulses with which a group starts.
    pub fn warm_start(&self, group: usize, bodies: &mut [BodyState]) {
        match self.by_color {
            false => self.single.blocks[group].warm_start(bodies),
            true => self.fours.blocks[group].warm_start(bodies),
        }
    }

    /// Solves the rows of a group.
    #[inline(always)]
    pub fn iterate(&mut self, group: usize, bodies: &mut [BodyState], rule: Rule) {
        match self.by_color {
            false => self.single.blocks[group].iterate(bodies, rule),
            true => self.fours.blocks[group].iterate(bodies, rule),
        }
    }

    /// Solves the rows of a group without the contribution of springs.
    pub fn relax(
        &mut self,
        group: usize,
        contacts: &[Contact],
        bodies: &mut [BodyState],
        options: &Options,
        rule: Rule,
    ) {
        for (lane, at) in self.members(group).enumerate() {
            let contact = &contacts[self.single.blocks[at].of as usize];
            for (point, of) in contact.points().iter().enumerate() {
                let relaxed = Target::of(contact, of, options).relaxed;
                match self.by_color {
                    false => self.single.blocks[at].normals[point].bias = relaxed,
                    true => self.fours.blocks[group].normals[point].bias.as_mut_array()[lane] = relaxed,
                }
            }
        }
        self.iterate(group, bodies, Rule { spring: None, ..rule });
    }

    /// Solves the rows of a group for the position velocities.
    pub fn correct(&mut self, group: usize, bodies: &mut [BodyState]) {
        match self.by_color {
            false => self.single.blocks[group].correct(&mut self.single.corrections[group], bodies),
            true => self.fours.blocks[group].correct(&mut self.fours.corrections[group], bodies),
        }
    }

    /// Group and lane of each block, in order.
    fn lanes(&self) -> impl Iterator<Item = LaneOf> {
        (0..self.len())
            .flat_map(|group| self.members(group).enumerate().map(move |(lane, block)| LaneOf { group, lane, block }))
    }

    /// Impulses of each contact: index, and `λ_n` and `λ_t` of its points.
    pub fn impulses(&self) -> impl Iterator<Item = (usize, [[Real; 2]; 2])> {
        self.lanes().map(|LaneOf { group, lane, block: at }| {
            let block = &self.single.blocks[at];
            let sums = [0, 1].map(|point| match self.by_color {
                false => [block.normals[point].impulse, block.frictions[point].impulse],
                true => {
                    let four = &self.fours.blocks[group];
                    [four.normals[point].impulse, four.frictions[point].impulse].map(|sum| sum.to_array()[lane])
                }
            });
            (block.of as usize, sums)
        })
    }

    /// `λ` of the position velocities of each block, in order.
    fn position_impulses(&self) -> impl Iterator<Item = [Real; 2]> {
        self.lanes().map(|LaneOf { group, lane, block: at }| match self.by_color {
            false => self.single.corrections.get(at).map_or([0.0; 2], |all| all.map(|it| it.impulse)),
            true => {
                let all = self.fours.corrections.get(group);
                all.map_or([0.0; 2], |all| all.map(|it| it.impulse.to_array()[lane]))
            }
        })
    }

    /// Stores the impulses of a direct solve, given in the order of the rows.
    pub fn take(&mut self, found: &[Constraint]) {
        let mut found = found.iter();
        for (at, block) in self.single.blocks.iter_mut().enumerate() {
            let points = usize::from(block.points);
            for (point, row) in found.by_ref().take(points).enumerate() {
                block.normals[point].impulse = row.impulse.x;
                if let Some(corrections) = self.single.corrections.get_mut(at) {
                    corrections[point].impulse = row.position_impulse.x;
                }
            }
            for (point, row) in found.by_ref().take(points).enumerate() {
                block.frictions[point].impulse = row.impulse.x;
            }
        }
    }

    /// All rows as constraints, in solving order, after `before` other constraints.
    pub fn constraints(
        &self,
        contacts: &[Contact],
        bodies: &[BodyState],
        options: &Options,
        before: usize,
    ) -> Vec<Constraint> {
        let mut rows = Vec::new();
        let all = self.single.blocks.iter().zip(self.impulses()).zip(self.position_impulses());
        for ((block, (_, impulses)), position_impulses) in all {
            let contact = &contacts[block.of as usize];
            let ends = [block.a, block.b];
            let first = (before + rows.len()) as u32;
            let [x, y] = block.normal;
            let normal = Vec2::new(x, y);
            for (number, (point, row)) in (0..).zip(contact.points().iter().zip(&block.normals)) {
                let of = Of::Normal { contact: block.of, point: number };
                let made = Constraint::row(of, ends, row.jacobian(normal), Bounds::NotNegative, bodies);
                let [impulse, position] = [impulses[usize::from(number)][0], position_impulses[usize::from(number)]];
                let made = Target::of(contact, point, options).applied_to(made, point);
                rows.push(Constraint {
                    impulse: Vec2::new(impulse, 0.0),
                    position_impulse: Vec2::new(position, 0.0),
                    ..made
                });
            }
            for (number, row) in (0..block.points).zip(&block.frictions) {
                let of = Of::Friction { contact: block.of, point: number };
                let bounds = Bounds::Friction { normal: first + u32::from(number), friction: block.friction };
                let made = Constraint::row(of, ends, row.jacobian(normal.perp()), bounds, bodies);
                rows.push(Constraint { impulse: Vec2::new(impulses[usize::from(number)][1], 0.0), ..made });
            }
        }
        rows
    }

    pub fn heap_bytes(&self) -> usize {
        (self.single.blocks.capacity() + self.sorted.capacity()) * size_of::<Block<Real>>()
            + self.single.corrections.capacity() * size_of::<[Correction<Real>; 2]>()
            + self.fours.blocks.capacity() * size_of::<Block<Lanes>>()
            + self.fours.corrections.capacity() * size_of::<[Correction<Lanes>; 2]>()
            + (self.color_ends.capacity() + self.coloring.colors.capacity()) * size_of::<u32>()
    }
}

/// Position of a block in its group.
struct LaneOf {
    group: usize,
    lane: usize,
    block: usize,
}

impl Row<Real> {
    fn jacobian(&self, linear: Vec2) -> Jacobian {
        let [angular_a, angular_b] = self.angular;
        Jacobian { linear, angular_a, angular_b }
    }
}

fn pair_of_lanes(pairs: [[Real; 2]; WIDTH]) -> [Lanes; 2] {
    [0, 1].map(|k| Lanes::from(pairs.map(|pair| pair[k])))
}

impl Row<Lanes> {
    /// Combines one row of up to four contacts.
    fn four(rows: [Row<Real>; WIDTH]) -> Self {
        Self {
            angular: pair_of_lanes(rows.map(|row| row.angular)),
            inverse: Lanes::from(rows.map(|row| row.inverse)),
            bias: Lanes::from(rows.map(|row| row.bias)),
            impulse: Lanes::from(rows.map(|row| row.impulse)),
        }
    }
}

impl Block<Lanes> {
    /// Combines up to four contacts of one color; `before` is the number of blocks before them. Unused lanes act on the
    /// world, `static_body`.
    fn four(before: u32, blocks: &[Block<Real>], static_body: u32) -> Self {
        let none = Row { angular: [0.0; 2], inverse: 0.0, bias: 0.0, impulse: 0.0 };
        let empty = Block {
            a: static_body,
            b: static_body,
            of: 0,
            points: 0,
            normal: [0.0; 2],
            friction: 0.0,
            inverse_masses: [0.0; 2],
            inverse_inertias: [0.0; 2],
            springs: [0.0; 2],
            normals: [none; 2],
            frictions: [none; 2],
        };
        let of: [&Block<Real>; WIDTH] = std::array::from_fn(|lane| blocks.get(lane).unwrap_or(&empty));
        Block {
            a: of.map(|block| block.a),
            b: of.map(|block| block.b),
            of: before,
            points: of.iter().map(|block| block.points).max().unwrap_or(0),
            normal: pair_of_lanes(of.map(|block| block.normal)),
            friction: Lanes::from(of.map(|block| block.friction)),
            inverse_masses: pair_of_lanes(of.map(|block| block.inverse_masses)),
            inverse_inertias: pair_of_lanes(of.map(|block| block.inverse_inertias)),
            springs: pair_of_lanes(of.map(|block| block.springs)),
            normals: [0, 1].map(|point| Row::four(of.map(|block| block.normals[point]))),
            frictions: [0, 1].map(|point| Row::four(of.map(|block| block.frictions[point]))),
        }
    }
}

impl Correction<Lanes> {
    /// Combines the corrections of up to four contacts.
    fn four(corrections: &[[Correction<Real>; 2]]) -> [Self; 2] {
        [0, 1].map(|point| {
            let none = Correction { inverse: 0.0, bias: 0.0, impulse: 0.0 };
            let of: [Correction<Real>; WIDTH] =
                std::array::from_fn(|lane| corrections.get(lane).map_or(none, |both| both[point]));
            Correction {
                inverse: Lanes::from(of.map(|it| it.inverse)),
                bias: Lanes::from(of.map(|it| it.bias)),
                impulse: Lanes::from(of.map(|it| it.impulse)),
            }
        })
    }
}
