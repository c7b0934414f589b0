//! Merges coplanar facets of a hull into faces, as long as the result is a convex polyhedron.
//!
//! Points that were meant to be in one plane carry rounding errors, so the exact hull has many facets where the user
//! expects one face. Merging has two parts:
//!
//! 1. *Propose.* Starting with the largest facet, each facet that is not yet taken starts a *region*. It grows over
//!    edges while all vertices stay between two planes that are `rounding` apart and all normals point to the same
//!    side; normals of facets narrower than `rounding` are meaningless and may point anywhere. The planes are fitted
//!    again to the whole region, and it grows again, so that one small facet does not decide for all.
//! 2. *Verify.* A vertex stays if at least three regions share it. A region becomes a face if its boundary is one
//!    closed walk, at least three vertices remain, they form a strictly convex polygon within twice `rounding` of a
//!    plane that has the whole hull below it, no side is so short that rounding changes its direction, the edges to its
//!    neighbors are convex, and no removed vertex is outside both faces from which it was removed. A region that
//!    fails is dissolved into its facets, and everything is verified again.
//!
//! In the worst case no facet is merged, which leaves the exact hull. So there is always a result, and none needs
//! repair. Growth from the largest facet with a *fixed* band also keeps a finely divided sphere from merging facet by
//! facet, each nearly coplanar with the last: the known failure of merging by the angle between neighbors.

use glam::DVec3;

use super::NONE;
use super::connect::Topology;
use super::fit::{self, Facet, Scaled, ScaledHull, Support};
use super::polygon::{has_repeated_vertex, is_strictly_convex, shortest_side};

/// Largest number of fits of a region's plane.
const MAX_FITS: usize = 4;

/// Number of rounds that dissolve only the regions that fail, before all are dissolved.
const MAX_ROUNDS: usize = 16;

/// Minimum length of a side of a merged face in units of the face's depth. Rounding rotates a shorter side out of its
/// plane by more than 1/16 radian: near it a climb may end at a vertex from which no edge rises although the body does.
/// An exact hull has no such vertex, so a region with a shorter side is dissolved.
const MIN_SIDE: f64 = 16.0;

/// The exact hull: its vertices, facets and their normals.
pub(super) struct ExactHull<'a> {
    /// Positions of the vertices, scaled.
    pub points: &'a Scaled,
    /// Half-edges of the hull, whose faces are the facets.
    pub topology: &'a Topology,
    /// Normal and size of each facet.
    pub facets: &'a [Facet],
    /// The hull that planes must support.
    pub support: ScaledHull<'a>,
    /// Index of each of `points` among the vertices of `support`.
    pub support_vertices: &'a [u32],
}

/// A face with its supporting plane.
pub(super) struct MergedFace {
    /// Vertices of the hull, counter-clockwise seen from outside.
    pub corners: Vec<u32>,
    /// Plane of the face, with the whole hull below it.
    pub support: Support,
}

/// Result of merging the facets of a hull.
pub(super) enum Merged {
    /// The faces of a solid.
    Solid(Vec<MergedFace>),
    /// A hull no thicker than the rounding: the outline of its larger side, not yet convex, and that side's normal.
    Flat(Vec<u32>, DVec3),
}

/// Partition of the facets into regions.
struct Regions<'a> {
    /// The hull with its facets.
    hull: &'a ExactHull<'a>,
    /// Region of every facet; [`NONE`] before it has one.
    region_of: Vec<u32>,
    /// Number of facets of every region; 0 once it is dissolved.
    sizes: Vec<u32>,
    /// Normal of every region, fitted to all of its facets.
    normals: Vec<DVec3>,
    /// Thickness of the band between the two planes that contain a region's vertices, scaled.
    rounding: f64,
}

/// Merges facets to `rounding`, a length in the unit of the scaled points.
pub(super) fn merge(hull: &ExactHull<'_>, rounding: f64) -> Merged {
    let region_of = vec![NONE; hull.facets.len()];
    let mut regions = Regions { hull, region_of, sizes: Vec::new(), normals: Vec::new(), rounding };
    regions.grow_all();
    if let [_, _] = regions.sizes[..] {
        let up = if regions.doubled_area(0) < regions.doubled_area(1) { 1 } else { 0 };
        if let Some(outline) = regions.boundary(up) {
            return Merged::Flat(outline, regions.normals[up as usize]);
        }
    }
    for _ in 0..MAX_ROUNDS {
        match regions.build_faces() {
            Ok(faces) => return Merged::Solid(faces),
            Err(failed) => regions.dissolve(&failed),
        }
    }
    regions.dissolve(&(0..regions.sizes.len() as u32).collect::<Vec<_>>());
    Merged::Solid(regions.build_faces().unwrap_or_default())
}

/// Side of a face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    /// Vertices at the ends, the lower index first.
    ends: [u32; 2],
    /// Whether the face runs from the second end to the first.
    runs_back: bool,
    /// Index of the face.
    face: u32,
}

impl Regions<'_> {
    /// Grows regions from the facets, the largest first, until every facet is in one.
    fn grow_all(&mut self) {
        let facets = self.hull.facets;
        let mut seeds: Vec<u32> = (0..facets.len() as u32).collect();
        seeds.sort_by(|&i, &j| facets[j as usize].area.total_cmp(&facets[i as usize].area));
        for seed in seeds {
            if self.region_of[seed as usize] == NONE {
                let (size, normal) = self.grow(seed, self.sizes.len() as u32);
                self.sizes.push(size);
                self.normals.push(normal);
            }
        }
    }

    /// Grows a region from one facet and returns its number of facets and its normal.
    fn grow(&mut self, seed: u32, region: u32) -> (u32, DVec3) {
        let hull = self.hull;
        let mut members = vec![seed];
        self.region_of[seed as usize] = region;
        let mut normal = hull.facets[seed as usize].normal;
        for _ in 0..MAX_FITS {
            let twice_middle = self.twice_middle_height(&members, normal);
            let low = (twice_middle - self.rounding) / 2.0;
            let high = (twice_middle + self.rounding) / 2.0;
            let before = members.len();
            let mut expanded = 0;
            while let Some(&facet) = members.get(expanded) {
                expanded += 1;
                for h in hull.topology.face_half_edges(facet) {
                    let other = hull.topology.half_edges[(h ^ 1) as usize].face;
                    let facet = hull.facets[other as usize];
                    let is_same_side = normal.dot(facet.normal) > 0.0 || facet.width <= self.rounding;
                    let is_candidate = self.region_of[other as usize] == NONE && is_same_side;
                    let mut ring = hull.topology.face_half_edges(other);
                    if is_candidate && ring.all(|h| (low..=high).contains(&normal.dot(self.origin(h)))) {
                        self.region_of[other as usize] = region;
                        members.push(other);
                    }
                }
            }
            if members.len() == before {
                break;
            }
            let sum: DVec3 = members.iter().map(|&i| self.doubled_area_vector(i)).sum();
            normal = sum.normalize_or(normal);
        }
        (members.len() as u32, normal)
    }

    /// The position where a half-edge starts.
    fn origin(&self, h: u32) -> DVec3 {
        self.hull.points.at(self.hull.topology.half_edges[h as usize].origin)
    }

    /// Normal of a facet times twice its area.
    fn doubled_area_vector(&self, facet: u32) -> DVec3 {
        let Facet { normal, area, .. } = self.hull.facets[facet as usize];
        normal * area
    }

    /// Sum of the least and the greatest height along `normal` of the vertices of the facets in `members`.
    fn twice_middle_height(&self, members: &[u32], normal: DVec3) -> f64 {
        let corners =
            members.iter().flat_map(|&facet| self.hull.topology.face_half_edges(facet)).map(|h| self.origin(h));
        let heights = corners.map(|p| normal.dot(p));
        heights.clone().fold(f64::INFINITY, f64::min) + heights.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The facets of a region.
    fn members(&self, region: u32) -> impl Iterator<Item = u32> {
        (0..self.region_of.len() as u32).filter(move |&i| self.region_of[i as usize] == region)
    }

    /// Twice the area of a region's facets.
    fn doubled_area(&self, region: u32) -> f64 {
        self.members(region).map(|i| self.hull.facets[i as usize].area).sum()
    }

    /// Whether the regions on both sides of a half-edge differ.
    fn is_boundary(&self, h: u32) -> bool {
        self.region(h) != self.region(h ^ 1)
    }

    /// The region of the face on the left of a half-edge.
    fn region(&self, h: u32) -> u32 {
        self.region_of[self.hull.topology.half_edges[h as usize].face as usize]
    }

    /// The vertices along the boundary of a region; `None` unless it is one closed walk.
    fn boundary(&self, region: u32) -> Option<Vec<u32>> {
        let mut sides = (0..self.hull.topology.half_edges.len() as u32)
            .filter(|&h| self.region(h) == region && self.is_boundary(h));
        let start = sides.next()?;
        self.walk(start, 1 + sides.count())
    }

    /// The boundary that contains `start`; `None` unless it has `length` sides.
    fn walk(&self, start: u32, length: usize) -> Option<Vec<u32>> {
        let half_edges = &self.hull.topology.half_edges;
        let mut outline = Vec::with_capacity(length);
        let mut h = start;
        loop {
            outline.push(half_edges[h as usize].origin);
            // Rotate around the far end, from facet to facet of this region, to the next side of the boundary.
            h = half_edges[h as usize].next;
            while !self.is_boundary(h) {
                h = half_edges[(h ^ 1) as usize].next;
            }
            if h == start {
                return (outline.len() == length).then_some(outline);
            }
            if outline.len() == length {
                return None;
            }
        }
    }

    /// For each vertex, whether at least three regions share it.
    fn true_vertices(&self) -> Vec<bool> {
        (0..self.hull.points.points.len() as u32).map(|vertex| self.has_three_regions(vertex)).collect()
    }

    /// Whether at least three regions share a vertex.
    fn has_three_regions(&self, vertex: u32) -> bool {
        let mut first_two = [NONE; 2];
        for region in self.hull.topology.vertex_half_edges(vertex).map(|h| self.region(h)) {
            match first_two.iter().position(|&found| found == region || found == NONE) {
                Some(k) => first_two[k] = region,
                None => return true,
            }
        }
        false
    }

    /// Verifies the regions and builds a face of each.
    ///
    /// # Errors
    /// The regions that cannot be faces.
    fn build_faces(&self) -> Result<Vec<MergedFace>, Vec<u32>> {
        let is_corner = self.true_vertices();
        // The first half-edge on the boundary of each region, and the number of them.
        let mut boundaries = vec![(NONE, 0_usize); self.sizes.len()];
        for h in (0..self.hull.topology.half_edges.len() as u32).filter(|&h| self.is_boundary(h)) {
            let (first, count) = &mut boundaries[self.region(h) as usize];
            *first = h.min(*first);
            *count += 1;
        }
        let mut faces = Vec::new();
        let mut region_of_face = Vec::new();
        let mut failed = Vec::new();
        let mut is_outside = vec![false; is_corner.len()];
        for region in (0..self.sizes.len() as u32).filter(|&r| self.sizes[r as usize] > 0) {
            let (first, count) = boundaries[region as usize];
            let outline = if first == NONE { None } else { self.walk(first, count) };
            match outline.as_ref().and_then(|outline| self.build_face(region, first, outline, &is_corner)) {
                Some(face) => {
                    faces.push(face);
                    region_of_face.push(region);
                }
                None => self.add_failed_regions(region, first, &mut failed),
            }
            for vertex in outline.iter().flat_map(|outline| self.removed_outside(region, outline, &is_corner)) {
                // Outside of both faces whose common edge contained it, as at the rim of a lens.
                if std::mem::replace(&mut is_outside[vertex as usize], true) {
                    failed.extend(self.hull.topology.vertex_half_edges(vertex).map(|h| self.region(h)));
                }
            }
        }
        if failed.is_empty() {
            self.check_edges(&faces, &region_of_face, &mut failed);
        }
        if failed.is_empty() { Ok(faces) } else { Err(failed) }
    }

    /// Builds the face of a region; `None` if it fails the verification. `side` is a half-edge on its boundary.
    fn build_face(&self, region: u32, side: u32, outline: &[u32], is_corner: &[bool]) -> Option<MergedFace> {
        let mut corners: Vec<u32> = outline.iter().copied().filter(|&i| is_corner[i as usize]).collect();
        let is_merged = self.sizes[region as usize] > 1;
        if corners.len() < 3 || is_merged && has_repeated_vertex(&corners) {
            return None;
        }
        let points = self.hull.points;
        let normal = if is_merged {
            points.facet(&corners)?.normal
        } else {
            self.hull.facets[self.hull.topology.half_edges[side as usize].face as usize].normal
        };
        let positions: Vec<DVec3> = corners.iter().map(|&i| points.at(i)).collect();
        let start = self.hull.support_vertices[corners[0] as usize];
        let support = fit::supporting_plane(normal, &positions, self.hull.support, start);
        let is_flat = support.depth <= 2.0 * self.rounding && shortest_side(&positions) >= MIN_SIDE * support.depth;
        let is_valid = !is_merged || is_flat && is_strictly_convex(&positions, normal);
        // Canonical order, independent of the first half-edge of the walk.
        let least = corners.iter().zip(0..).min().map_or(0, |(_, k)| k);
        corners.rotate_left(least);
        is_valid.then_some(MergedFace { corners, support })
    }

    /// The removed vertices of the outline that are outside the polygon of the others by more than the rounding.
    fn removed_outside(&self, region: u32, outline: &[u32], is_corner: &[bool]) -> Vec<u32> {
        let count = outline.len();
        let is_kept: Vec<bool> = outline.iter().map(|&i| is_corner[i as usize]).collect();
        let Some(start) = (0..count).find(|&k| is_kept[k]).filter(|_| is_kept.contains(&false)) else {
            return Vec::new();
        };
        let normal = self.normals[region as usize];
        let points: Vec<DVec3> = outline.iter().map(|&i| self.hull.points.at(i)).collect();
        let mut removed = Vec::new();
        let mut from = start;
        for to in (start + 1..=start + count).filter(|&k| is_kept[k % count]) {
            let chord_start = points[from % count];
            let chord = points[to % count] - chord_start;
            let along = chord.normalize_or_zero();
            let inward = normal.cross(along);
            for k in from + 1..to {
                let v = points[k % count] - chord_start;
                let progress = along.dot(v);
                let is_beyond_ends = progress < -self.rounding || progress > chord.length() + self.rounding;
                if inward.dot(v) < -self.rounding || is_beyond_ends {
                    removed.push(outline[k % count]);
                }
            }
            from = to;
        }
        removed
    }

    /// Adds to `failed` the regions to dissolve: a failed merged region, or the merged neighbors of a failed facet.
    fn add_failed_regions(&self, region: u32, start: u32, failed: &mut Vec<u32>) {
        if self.sizes[region as usize] > 1 || start == NONE {
            failed.push(region);
            return;
        }
        let facet = self.hull.topology.half_edges[start as usize].face;
        let vertices =
            self.hull.topology.face_half_edges(facet).map(|h| self.hull.topology.half_edges[h as usize].origin);
        let regions = vertices.flat_map(|vertex| self.hull.topology.vertex_half_edges(vertex)).map(|h| self.region(h));
        failed.extend(regions.filter(|&r| self.sizes[r as usize] > 1));
    }

    /// Adds to `failed` the regions of merged faces that share an edge in the same direction, or whose common edge is
    /// not convex.
    fn check_edges(&self, faces: &[MergedFace], region_of_face: &[u32], failed: &mut Vec<u32>) {
        let is_merged: Vec<bool> = region_of_face.iter().map(|&region| self.sizes[region as usize] > 1).collect();
        let mut sides = Vec::new();
        for (MergedFace { corners, .. }, face) in faces.iter().zip(0_u32..) {
            for (k, &from) in corners.iter().enumerate() {
                let to = corners[(k + 1) % corners.len()];
                sides.push(Side { ends: [from.min(to), from.max(to)], runs_back: from > to, face });
            }
        }
        sides.sort_unstable();
        for group in sides.chunk_by(|a, b| a.ends == b.ends) {
            let is_convex = match *group {
                [Side { ends, runs_back: false, face: left }, Side { runs_back: true, face: right, .. }] => {
                    let [tail, head] = ends;
                    let edge = self.hull.points.at(head) - self.hull.points.at(tail);
                    let [left, right] = [left as usize, right as usize];
                    let [n, m] = [left, right].map(|face| faces[face].support.normal);
                    let n = DVec3::new(n.x as f64, n.y as f64, n.z as f64);
                    let m = DVec3::new(m.x as f64, m.y as f64, m.z as f64);
                    !is_merged[left] && !is_merged[right] || n.cross(m).dot(edge) > 0.0
                }
                _ => false,
            };
            if !is_convex {
                let merged = group.iter().map(|side| side.face).filter(|&face| is_merged[face as usize]);
                failed.extend(merged.map(|face| region_of_face[face as usize]));
            }
        }
    }

    /// Dissolves regions: makes each of their facets a region of its own.
    fn dissolve(&mut self, failed: &[u32]) {
        let mut dissolves = vec![false; self.sizes.len()];
        failed.iter().filter(|&&r| self.sizes[r as usize] > 1).for_each(|&r| dissolves[r as usize] = true);
        for (region, facet) in self.region_of.iter_mut().zip(self.hull.facets) {
            if dissolves[*region as usize] {
                self.sizes[*region as usize] = 0;
                *region = self.sizes.len() as u32;
                self.sizes.push(1);
                self.normals.push(facet.normal);
            }
        }
    }
}
