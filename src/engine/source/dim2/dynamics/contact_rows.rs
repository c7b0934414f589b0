//! Rows of all contacts of a solve, in solving order.
//!
//! A *block* holds the rows of one contact ([`ContactBlock`]). The solver takes one block after the other or, if
//! contacts are solved by colors, up to four contacts of one color at once: contacts of one color have no moving body
//! in common, so their blocks are combined into one block of SIMD vectors.

use std::ops::Range;

use super::block::{ContactBlock, Correction, PassSettings, ScalarRow};
use super::bodies::BodyState;
use super::coloring::Coloring;
use super::constraint::{Bounds, Constraint, ConstraintSource, Jacobian};
use super::contacts::{self, Contact, Target};
use super::lane::{Lane, WIDTH, pair_of_lanes};
use super::options::Options;
use crate::dim2::prelude::*;

/// Blocks of rows in solving order. `T` is a number for blocks of one contact, a SIMD vector for blocks of four.
#[derive(Clone, Debug)]
struct BlockList<T: Lane> {
    /// Blocks, each with the rows of one contact or of up to four.
    blocks: Vec<ContactBlock<T>>,
    /// Corrections of positions by the two points of each block; empty unless split impulses are used.
    corrections: Vec<[Correction<T>; 2]>,
}

impl<T: Lane> Default for BlockList<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), corrections: Vec::new() }
    }
}

/// Rows of all contacts. One step solves a *group*: a contact, or up to four of one color.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactRows {
    /// Blocks of one contact each, in solving order.
    single: BlockList<Real>,
    /// If contacts are solved by colors: blocks of up to four contacts, whose impulses replace those of the single
    /// blocks.
    combined: BlockList<Lanes>,
    /// If contacts are solved by colors: index after the last single block of each color.
    color_ends: Vec<u32>,
    /// Whether contacts are solved by colors.
    by_color: bool,
    /// Color of each contact, and memory of the coloring.
    coloring: Coloring,
    /// Memory for sorting the single blocks.
    sorted: Vec<ContactBlock<Real>>,
}

impl ContactRows {
    /// Builds the rows of these contacts at the current poses, one block per contact, in the order of the contacts.
    pub fn prepare(&mut self, contacts: &[Contact], bodies: &[BodyState], options: &Options) {
        self.single.blocks.clear();
        self.single.corrections.clear();
        let blocks =
            (0..).zip(contacts).map(|(source, contact)| contacts::contact_block(source, contact, bodies, options));
        self.single.blocks.extend(blocks);
        self.by_color = false;
        self.prepare_corrections(contacts, options);
    }

    /// Sorts the blocks by color, stably, and combines up to four of one color into one block. `is_static` has a flag
    /// for each body; the last one is the world itself.
    pub fn sort_by_color(&mut self, contacts: &[Contact], options: &Options, is_static: &[bool]) {
        self.by_color = true;
        let pairs = self.single.blocks.iter().map(|block| [block.a, block.b]);
        self.coloring.color(pairs, is_static.len(), |body| !is_static[body as usize]);
        self.color_ends.clear();
        self.color_ends.resize(self.coloring.count as usize, 0);
        for color in &self.coloring.colors {
            self.color_ends[*color as usize] += 1;
        }
        // Counting sort: `color_ends` has the counts, then the start of each color, which becomes its end as the blocks
        // are placed.
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
        self.prepare_corrections(contacts, options);
        let static_body = is_static.len() as u32 - 1;
        self.combine_by_color(static_body);
    }

    /// Builds the corrections of positions, if split impulses are used.
    fn prepare_corrections(&mut self, contacts: &[Contact], options: &Options) {
        self.single.corrections.clear();
        if options.splits() {
            let blocks = self.single.blocks.iter();
            let corrections =
                blocks.map(|block| contacts::corrections(block, &contacts[block.source as usize], options));
            self.single.corrections.extend(corrections);
        }
    }

    /// Combines the sorted blocks of each color, [`WIDTH`] at a time; unused lanes act on `static_body`.
    fn combine_by_color(&mut self, static_body: u32) {
        self.combined.blocks.clear();
        self.combined.corrections.clear();
        let mut start = 0;
        for end in self.color_ends.iter().map(|end| *end as usize) {
            for first in (start..end).step_by(WIDTH) {
                let range = first..end.min(first + WIDTH);
                let blocks = &self.single.blocks[range.clone()];
                self.combined.blocks.push(ContactBlock::combine(first as u32, blocks, static_body));
                if let Some(corrections) = self.single.corrections.get(range) {
                    self.combined.corrections.push(Correction::combine(corrections));
                }
            }
            start = end;
        }
    }

    /// Returns the number of groups, which are solved one after the other.
    pub fn len(&self) -> usize {
        if self.by_color { self.combined.blocks.len() } else { self.single.blocks.len() }
    }

    /// Returns the contacts of a group, as a range of the single blocks.
    pub fn members(&self, group: usize) -> Range<usize> {
        if !self.by_color {
            return group..group + 1;
        }
        let end = self.combined.blocks.get(group + 1).map_or(self.single.blocks.len(), |next| next.source as usize);
        self.combined.blocks[group].source as usize..end
    }

    /// Returns the number of rows of these single blocks, two for each contact point.
    pub fn rows(&self, blocks: Range<usize>) -> u32 {
        self.single.blocks[blocks].iter().map(|block| 2 * u32::from(block.points)).sum()
    }

    /// Returns the index after the last single block of each color; empty if contacts are not solved by colors.
    pub fn color_ends(&self) -> &[u32] {
        if self.by_color { &self.color_ends } else { &[] }
    }

    /// Returns whether a group starts with an impulse other than 0.
    pub fn is_warm(&self, group: usize) -> bool {
        if self.by_color { self.combined.blocks[group].is_warm() } else { self.single.blocks[group].is_warm() }
    }

    /// Returns whether a group has rows that correct positions by split impulses.
    pub fn corrects(&self, group: usize) -> bool {
        let corrections = self.single.corrections.get(self.members(group));
        corrections.is_some_and(|all| all.iter().flatten().any(|correction| correction.inverse != 0.0))
    }

    /// Applies the impulses with which a group starts.
    pub fn warm_start(&self, group: usize, bodies: &mut [BodyState]) {
        if self.by_color {
            self.combined.blocks[group].warm_start(bodies);
        } else {
            self.single.blocks[group].warm_start(bodies);
        }
    }

    /// Solves the rows of a group.
    #[inline(always)]
    pub fn iterate(&mut self, group: usize, bodies: &mut [BodyState], settings: PassSettings) {
        if self.by_color {
            self.combined.blocks[group].iterate(bodies, settings);
        } else {
            self.single.blocks[group].iterate(bodies, settings);
        }
    }

    /// Solves the rows of a group without the contribution of springs.
    pub fn relax(
        &mut self,
        group: usize,
        contacts: &[Contact],
        bodies: &mut [BodyState],
        options: &Options,
        settings: PassSettings,
    ) {
        for (lane, block) in self.members(group).enumerate() {
            let contact = &contacts[self.single.blocks[block].source as usize];
            for (i, point) in contact.points().iter().enumerate() {
                let relaxed_bias = Target::of(contact, point, options).relaxed_bias;
                if self.by_color {
                    self.combined.blocks[group].normals[i].bias.as_mut_array()[lane] = relaxed_bias;
                } else {
                    self.single.blocks[block].normals[i].bias = relaxed_bias;
                }
            }
        }
        self.iterate(group, bodies, PassSettings { spring: None, ..settings });
    }

    /// Solves the rows of a group for the position velocities.
    pub fn correct(&mut self, group: usize, bodies: &mut [BodyState]) {
        if self.by_color {
            self.combined.blocks[group].correct(&mut self.combined.corrections[group], bodies);
        } else {
            self.single.blocks[group].correct(&mut self.single.corrections[group], bodies);
        }
    }

    /// Returns the position of each single block in its group, in order.
    fn lane_positions(&self) -> impl Iterator<Item = LanePosition> {
        (0..self.len()).flat_map(|group| {
            self.members(group).enumerate().map(move |(lane, block)| LanePosition { group, lane, block })
        })
    }

    /// Returns the impulses of each contact, in the order of the single blocks.
    pub fn impulses(&self) -> impl Iterator<Item = ContactImpulses> {
        self.lane_positions().map(|LanePosition { group, lane, block }| {
            let block = &self.single.blocks[block];
            let contact = block.source as usize;
            if !self.by_color {
                let normal = [0, 1].map(|point| block.normals[point].impulse);
                let tangent = [0, 1].map(|point| block.frictions[point].impulse);
                return ContactImpulses { contact, normal, tangent };
            }
            let combined = &self.combined.blocks[group];
            let normal = [0, 1].map(|point| combined.normals[point].impulse.to_array()[lane]);
            let tangent = [0, 1].map(|point| combined.frictions[point].impulse.to_array()[lane]);
            ContactImpulses { contact, normal, tangent }
        })
    }

    /// Returns `λ` of the position velocities of both points of each single block, N s, in order; 0 without split
    /// impulses.
    fn position_impulses(&self) -> impl Iterator<Item = [Real; 2]> {
        self.lane_positions().map(|LanePosition { group, lane, block }| {
            if self.by_color {
                let corrections = self.combined.corrections.get(group);
                corrections.map_or([0.0; 2], |points| points.map(|point| point.impulse.to_array()[lane]))
            } else {
                let corrections = self.single.corrections.get(block);
                corrections.map_or([0.0; 2], |points| points.map(|point| point.impulse))
            }
        })
    }

    /// Stores the impulses of a direct solve, given in the order of [`Self::constraints`].
    pub fn store_impulses(&mut self, solved: &[Constraint]) {
        let mut solved = solved.iter();
        for (i, block) in self.single.blocks.iter_mut().enumerate() {
            let points = usize::from(block.points);
            for (point, row) in solved.by_ref().take(points).enumerate() {
                block.normals[point].impulse = row.impulse.x;
                if let Some(corrections) = self.single.corrections.get_mut(i) {
                    corrections[point].impulse = row.position_impulse.x;
                }
            }
            for (point, row) in solved.by_ref().take(points).enumerate() {
                block.frictions[point].impulse = row.impulse.x;
            }
        }
    }

    /// Returns all rows as constraints, in solving order. `before` is the number of constraints in front of them in the
    /// caller's list, to which the indices of friction rows refer.
    pub fn constraints(
        &self,
        contacts: &[Contact],
        bodies: &[BodyState],
        options: &Options,
        before: usize,
    ) -> Vec<Constraint> {
        let mut rows = Vec::new();
        let impulses = self.impulses().zip(self.position_impulses());
        for (block, (impulses, position_impulses)) in self.single.blocks.iter().zip(impulses) {
            let contact = &contacts[block.source as usize];
            let ends = [block.a, block.b];
            let first_normal_row = (before + rows.len()) as u32;
            let [x, y] = block.normal;
            let normal = Vec2::new(x, y);
            for (i, point) in contact.points().iter().enumerate() {
                let source = ConstraintSource::Normal { contact: block.source, point: i as u8 };
                let jacobian = block.normals[i].jacobian(normal);
                let without_target = Constraint::row(source, ends, jacobian, Bounds::NotNegative, bodies);
                rows.push(Constraint {
                    impulse: Vec2::new(impulses.normal[i], 0.0),
                    position_impulse: Vec2::new(position_impulses[i], 0.0),
                    ..Target::of(contact, point, options).applied_to(without_target, point)
                });
            }
            for i in 0..usize::from(block.points) {
                let source = ConstraintSource::Friction { contact: block.source, point: i as u8 };
                let jacobian = block.frictions[i].jacobian(normal.perp());
                let bounds = Bounds::Friction { normal: first_normal_row + i as u32, friction: block.friction };
                let without_impulse = Constraint::row(source, ends, jacobian, bounds, bodies);
                rows.push(Constraint { impulse: Vec2::new(impulses.tangent[i], 0.0), ..without_impulse });
            }
        }
        rows
    }

    /// Returns the size of the lists on the heap, bytes.
    pub fn heap_bytes(&self) -> usize {
        (self.single.blocks.capacity() + self.sorted.capacity()) * size_of::<ContactBlock<Real>>()
            + self.single.corrections.capacity() * size_of::<[Correction<Real>; 2]>()
            + self.combined.blocks.capacity() * size_of::<ContactBlock<Lanes>>()
            + self.combined.corrections.capacity() * size_of::<[Correction<Lanes>; 2]>()
            + (self.color_ends.capacity() + self.coloring.colors.capacity()) * size_of::<u32>()
    }
}

/// Impulses of the rows of a contact, N s.
pub(super) struct ContactImpulses {
    /// Index of the contact.
    pub contact: usize,
    /// `λ_n` of both points; meaningless for a point that the contact does not have.
    pub normal: [Real; 2],
    /// `λ_t` of both points; meaningless for a point that the contact does not have.
    pub tangent: [Real; 2],
}

/// Position of a single block: its index, its group, and its lane in the group.
struct LanePosition {
    /// Index of the group.
    group: usize,
    /// Lane in the group's block of four; 0 in a group of one contact.
    lane: usize,
    /// Index of the single block.
    block: usize,
}

impl ScalarRow<Real> {
    /// Returns the Jacobian of the row, whose direction is `linear`.
    fn jacobian(&self, linear: Vec2) -> Jacobian {
        let [angular_a, angular_b] = self.angular;
        Jacobian { linear, angular_a, angular_b }
    }
}

impl ScalarRow<Lanes> {
    /// Combines one row of each of four contacts.
    fn combine(rows: [ScalarRow<Real>; WIDTH]) -> Self {
        Self {
            angular: pair_of_lanes(rows.map(|row| row.angular)),
            inverse: Lanes::from(rows.map(|row| row.inverse)),
            bias: Lanes::from(rows.map(|row| row.bias)),
            impulse: Lanes::from(rows.map(|row| row.impulse)),
        }
    }
}

impl ContactBlock<Lanes> {
    /// Combines up to four contacts of one color; `first` is the index of the first one among the single blocks. Unused
    /// lanes act on the world, `static_body`.
    fn combine(first: u32, blocks: &[ContactBlock<Real>], static_body: u32) -> Self {
        let no_row = ScalarRow { angular: [0.0; 2], inverse: 0.0, bias: 0.0, impulse: 0.0 };
        let unused = ContactBlock {
            a: static_body,
            b: static_body,
            source: 0,
            points: 0,
            normal: [0.0; 2],
            friction: 0.0,
            inverse_masses: [0.0; 2],
            inverse_inertias: [0.0; 2],
            springs: [0.0; 2],
            normals: [no_row; 2],
            frictions: [no_row; 2],
        };
        let four: [&ContactBlock<Real>; WIDTH] = std::array::from_fn(|lane| blocks.get(lane).unwrap_or(&unused));
        ContactBlock {
            a: four.map(|block| block.a),
            b: four.map(|block| block.b),
            source: first,
            points: four.iter().map(|block| block.points).max().unwrap_or(0),
            normal: pair_of_lanes(four.map(|block| block.normal)),
            friction: Lanes::from(four.map(|block| block.friction)),
            inverse_masses: pair_of_lanes(four.map(|block| block.inverse_masses)),
            inverse_inertias: pair_of_lanes(four.map(|block| block.inverse_inertias)),
            springs: pair_of_lanes(four.map(|block| block.springs)),
            normals: [0, 1].map(|point| ScalarRow::combine(four.map(|block| block.normals[point]))),
            frictions: [0, 1].map(|point| ScalarRow::combine(four.map(|block| block.frictions[point]))),
        }
    }
}

impl Correction<Lanes> {
    /// Combines the corrections of up to four contacts; those of unused lanes correct nothing.
    fn combine(corrections: &[[Correction<Real>; 2]]) -> [Self; 2] {
        [0, 1].map(|point| {
            let unused = Correction { inverse: 0.0, bias: 0.0, impulse: 0.0 };
            let four: [Correction<Real>; WIDTH] =
                std::array::from_fn(|lane| corrections.get(lane).map_or(unused, |points| points[point]));
            Correction {
                inverse: Lanes::from(four.map(|correction| correction.inverse)),
                bias: Lanes::from(four.map(|correction| correction.bias)),
                impulse: Lanes::from(four.map(|correction| correction.impulse)),
            }
        })
    }
}
