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
use super::polygon::{has_repeated_vertex, is_strictly_convex, removed_points_outside, shortest_side, sorted_sides};

/// Largest number of fits of a region's plane. With fewer, a region whose first facets are tilted may stay too small.
const MAX_FITS: usize = 4;

/// Number of rounds that dissolve only the regions that fail, before all are dissolved. Each round verifies all regions
/// again, so the limit bounds the time.
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
    /// A hull no thicker than the rounding.
    Flat {
        /// Vertices of the outline of the hull's larger side, which need not be convex.
        outline: Vec<u32>,
        /// Unit normal of that side, out of the hull.
        normal: DVec3,
    },
}

/// Boundary of a region: the half-edges between its facets and those of other regions.
#[derive(Clone, Copy)]
struct Boundary {
    /// The half-edge with the lowest index; [`NONE`] for an empty boundary.
    first: u32,
    /// Number of half-edges.
    length: usize,
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
        let larger = if regions.doubled_area(0) < regions.doubled_area(1) { 1 } else { 0 };
        if let Some(outline) = regions.boundary(larger) {
            return Merged::Flat { outline, normal: regions.normals[larger as usize] };
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

/// Unit normal of a face's supporting plane, converted to `f64`.
fn normal_in_f64(face: &MergedFace) -> DVec3 {
    let n = face.support.normal;
    DVec3::new(n.x as f64, n.y as f64, n.z as f64)
}

impl Regions<'_> {
    /// Grows regions from the facets, the largest first, until every facet is in one.
    fn grow_all(&mut self) {
        let facets = self.hull.facets;
        let mut seeds: Vec<u32> = (0..facets.len() as u32).collect();
        seeds.sort_by(|&i, &j| facets[j as usize].area.total_cmp(&facets[i as usize].area));
        for seed in seeds {
            if self.region_of[seed as usize] == NONE {
                self.add_region(seed);
            }
        }
    }

    /// Adds the region that grows from the facet `seed`.
    fn add_region(&mut self, seed: u32) {
        let region = self.sizes.len() as u32;
        let mut members = vec![seed];
        self.region_of[seed as usize] = region;
        let mut normal = self.hull.facets[seed as usize].normal;
        for _ in 0..MAX_FITS {
            let count_before = members.len();
            self.expand(region, &mut members, normal);
            if members.len() == count_before {
                break;
            }
            let sum: DVec3 = members.iter().map(|&i| self.doubled_area_vector(i)).sum();
            normal = sum.normalize_or(normal);
        }
        self.sizes.push(members.len() as u32);
        self.normals.push(normal);
    }

    /// Adds to a region the facets that are connected with it and lie between two planes with this normal. The planes
    /// are `rounding` apart and centered on the `members` that the region already has.
    fn expand(&mut self, region: u32, members: &mut Vec<u32>, normal: DVec3) {
        let hull = self.hull;
        let twice_middle = self.twice_middle_height(members, normal);
        let low = (twice_middle - self.rounding) / 2.0;
        let high = (twice_middle + self.rounding) / 2.0;
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
        let half_edges = members.iter().flat_map(|&facet| self.hull.topology.face_half_edges(facet));
        let heights = half_edges.map(|h| normal.dot(self.origin(h)));
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
        (0..self.hull.points.count() as u32).map(|vertex| self.has_three_regions(vertex)).collect()
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

    /// The boundary of every region.
    fn boundaries(&self) -> Vec<Boundary> {
        let mut boundaries = vec![Boundary { first: NONE, length: 0 }; self.sizes.len()];
        for h in (0..self.hull.topology.half_edges.len() as u32).filter(|&h| self.is_boundary(h)) {
            let boundary = &mut boundaries[self.region(h) as usize];
            boundary.first = h.min(boundary.first);
            boundary.length += 1;
        }
        boundaries
    }

    /// Verifies the regions and builds a face of each.
    ///
    /// # Errors
    /// The regions that cannot be faces.
    fn build_faces(&self) -> Result<Vec<MergedFace>, Vec<u32>> {
        let is_corner = self.true_vertices();
        let boundaries = self.boundaries();
        let mut faces = Vec::new();
        let mut region_of_face = Vec::new();
        let mut failed = Vec::new();
        let mut is_outside = vec![false; is_corner.len()];
        for region in (0..self.sizes.len() as u32).filter(|&r| self.sizes[r as usize] > 0) {
            let Boundary { first, length } = boundaries[region as usize];
            let outline = if first == NONE { None } else { self.walk(first, length) };
            let face = outline.as_ref().and_then(|outline| self.build_face(region, first, outline, &is_corner));
            match face {
                Some(face) => {
                    faces.push(face);
                    region_of_face.push(region);
                }
                None => self.add_failed_regions(region, first, &mut failed),
            }
            let Some(outline) = outline else { continue };
            for vertex in self.removed_outside(region, &outline, &is_corner) {
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
        let is_kept: Vec<bool> = outline.iter().map(|&i| is_corner[i as usize]).collect();
        if !is_kept.contains(&false) {
            return Vec::new();
        }
        let points: Vec<DVec3> = outline.iter().map(|&i| self.hull.points.at(i)).collect();
        let outside = removed_points_outside(&points, &is_kept, self.normals[region as usize], self.rounding);
        outside.into_iter().map(|k| outline[k]).collect()
    }

    /// Adds to `failed` the regions to dissolve: a failed merged region, or the merged neighbors of a failed facet.
    fn add_failed_regions(&self, region: u32, start: u32, failed: &mut Vec<u32>) {
        if self.sizes[region as usize] > 1 || start == NONE {
            failed.push(region);
            return;
        }
        let facet = self.hull.topology.half_edges[start as usize].face;
        let topology = self.hull.topology;
        let vertices = topology.face_half_edges(facet).map(|h| topology.half_edges[h as usize].origin);
        let regions = vertices.flat_map(|vertex| topology.vertex_half_edges(vertex)).map(|h| self.region(h));
        failed.extend(regions.filter(|&r| self.sizes[r as usize] > 1));
    }

    /// Adds to `failed` the regions of merged faces that share an edge in the same direction, or whose common edge is
    /// not convex.
    fn check_edges(&self, faces: &[MergedFace], region_of_face: &[u32], failed: &mut Vec<u32>) {
        let is_merged: Vec<bool> = region_of_face.iter().map(|&region| self.sizes[region as usize] > 1).collect();
        let sides = sorted_sides(faces.iter().map(|face| &face.corners[..]));
        for group in sides.chunk_by(|a, b| a.ends == b.ends) {
            let is_convex = match group {
                [left, right] if !left.runs_back && right.runs_back => {
                    let [tail, head] = left.ends.map(|end| self.hull.points.at(end));
                    let [left, right] = [left.face as usize, right.face as usize];
                    let [left_normal, right_normal] = [left, right].map(|face| normal_in_f64(&faces[face]));
                    let is_any_merged = is_merged[left] || is_merged[right];
                    !is_any_merged || left_normal.cross(right_normal).dot(head - tail) > 0.0
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
