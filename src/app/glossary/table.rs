//! The table of the glossary: the words and symbols on the screen, each with one or two sentences, below the scene that
//! teaches them.

use super::Term;

/// Makes the table from sections `"scene": ["name", "other name"] "sentences"; …`.
macro_rules! terms {
    ($($scene:literal { $([$($name:literal),*] $text:literal;)* })*) => {
        &[$($(Term { names: &[$($name),*], text: $text, scene: $scene },)*)*]
    };
}

/// All terms. The first name of a term is its title. If two terms have a name in common, the one whose scene is about
/// the algorithm that is shown explains it; for other algorithms, the first one does.
#[rustfmt::skip]
pub(super) const TERMS: &[Term] = terms! {
    "planar-minkowski-triangles" {
        ["configuration space", "view of configuration space"] "The pane that shows A − B, the set of all differences of a point of A and a point of B, around the origin.";
        ["A − B", "Minkowski difference", "a − b", "difference", "CSO"] "All differences of a point of A and a point of B. It contains the origin exactly if the bodies touch or overlap.";
        ["origin"] "The zero vector of configuration space. Its distance from A − B is the distance of the bodies.";
        ["α", "angle of A", "angle of −B", "β", "merged edges", "edges by angle"] "Angle of an edge against the x axis. The edges of A and −B, sorted by angle, are the edges of A − B.";
        ["merge", "next edge"] "The edge with the smaller angle is appended to the border of A − B next.";
    }
    "minkowski-tetra-box" {
        ["Gauss map", "Gauss sphere", "normals on the sphere", "arcs", "n_A", "n_B", "normal of A", "normal of B", "normals"] "Directions of face normals as points of a sphere; edges of a body are arcs between them.";
        ["edge × edge", "crossing arcs", "crossings"] "Two crossing arcs on the sphere of normals: this edge of A and this edge of B span a face of A − B.";
        ["−(n_A + n_B)", "common inward direction"] "Direction into both bodies between two of their normals.";
    }
    "support-triangle" {
        ["support point", "w", "S", "support", "support mapping", "support height", "n·w", "d · point", "farthest vertex"] "The point of a shape farthest along a direction. Most algorithms here see shapes only through it.";
        ["d", "search direction", "direction", "−d", "opposite direction"] "Unit vector along which the next support point is searched.";
        ["ties", "equally far vertices"] "Vertices that are equally far along the direction; any of them is a support point.";
        ["radius", "radius around core", "r_A", "r_B", "A's ball radius", "B's ball radius", "r_A + r_B", "difference ball radius"] "Radius of the ball that is added to a core shape, meters.";
        ["face area", "S", "area", "spanned area", "signed area"] "Area of a face or triangle, square meters; a signed area is negative for a clockwise triangle.";
        ["vertex", "vertices", "number of neighbors", "neighbors", "V", "E", "edges", "F", "faces", "point", "points"] "Corner of a polytope, and its counts of vertices, edges and faces.";
    }
    "distance-formula-capsules" {
        ["formula", "closed form", "s_A", "s_B", "parameter on A", "parameter on B"] "Closest points of two segments by a formula. s_A and s_B are the positions of the points on the segments, from 0 at one end to 1 at the other.";
    }
    "distance-formula-sphere-box" {
        ["c_box", "center in box", "h_box", "half extents"] "Center of the sphere in the frame of the box, and half the lengths of the box's edges. Each coordinate beyond its half extent is moved to it.";
    }
    "simplex-point-triangle" {
        ["barycentric weight", "λ_A", "λ_B", "λ_C", "λ_D", "weight of A", "weight of B", "weight of C", "weight of D", "weight λ", "weight", "λ", "weights of the foot of Q"] "Share of a vertex in a point of the simplex. The weights of a point sum to 1; a negative one means outside.";
        ["simplex", "W", "conv(W)", "simplex W", "slot"] "One to four support points: a point, segment, triangle or tetrahedron. GJK searches A − B by it.";
        ["P", "nearest point", "closest", "foot of Q", "Q", "|PQ|", "distance to Q", "|FQ|", "distance of foot"] "Point of the simplex nearest the query point Q, which is the origin in GJK.";
        ["region", "Voronoi region", "edge region", "face region", "vertex region"] "Set of points that have the same vertex, edge or face of the simplex as their nearest one.";
        ["determinant", "determinants", "Δ_M", "signed volume", "6V", "product", "tested signs"] "Signed area or volume whose sign decides on which side of an edge or face a point is.";
    }
    "gjk-box-octahedron" {
        ["|v|", "distance to origin", "v", "upper bound", "upper", "previous upper bound", "upper before"] "Distance of the simplex from the origin, meters: an upper bound of the distance of the bodies.";
        ["μ", "best lower bound", "lower bound", "lower", "supporting plane", "best plane"] "Largest distance of a supporting plane from the origin so far: no points of the bodies are nearer than this.";
        ["−d·w", "distance of plane", "g", "gap along d", "d·(w − v)", "gain along d", "rise", "rise along d", "μ − g", "below best bound"] "How far the new support point or its plane is along d, compared with what is known already.";
        ["k", "iterations", "iteration", "limit", "iteration limit"] "Passes through the main loop. A run that reaches its limit ends without the requested bracket.";
        ["bracket", "width", "bracket width", "bounds", "bounds over steps"] "Proven lower and upper bound of a result, rounding included. The run ends when it is narrow enough.";
        ["new support", "added", "p", "new support point", "new"] "Support point that this step adds to the simplex or polytope.";
        ["removed", "drop", "dropped vertex", "removed vertices"] "Vertices that the nearest point does not need; the simplex goes on without them.";
        ["witness points", "witness point", "a", "b", "witness point a", "witness point b", "on A", "on B"] "Points of A and B that realize the distance or the depth: a − b is the nearest point v of A − B.";
        ["normal", "n", "contact normal"] "Unit vector from A toward B, along which the bodies are apart or overlap.";
        ["signed distance", "distance"] "Distance of the bodies, meters; negative by the penetration depth if they overlap.";
        ["ε", "ε_rel", "ε_abs", "tol", "ρ", "tolerance", "rounding", "rounding error"] "Largest accepted error. ρ and “rounding” are what the numbers of the computer cannot resolve.";
        ["stop test", "stop tests", "stop"] "Condition under which the run ends. The one that fired is marked by a check.";
        ["certificate", "proof", "proven"] "Data with which separate code proves the answer: two points and a plane are enough.";
        ["stack", "stack, newest last", "candidate", "candidates", "pick", "chosen", "result"] "The compared alternatives; the marked row is the one that the algorithm took.";
        ["searched directions", "directions searched", "directions", "sphere of directions"] "Directions that the run has searched, as points of a sphere.";
        ["A", "shape A", "core_A"] "The first body of the query. Its marks have the same color in all panes.";
        ["B", "shape B", "core_B"] "The second body of the query. Its marks have the same color in all panes.";
        ["other body", "not used yet", "one of the crowd", "body"] "Body that takes no part in this query or sub-step.";
        ["for comparison", "theirs", "captured"] "Answer or shape of another run or engine, drawn for comparison.";
        ["an answer to choose"] "Candidate of the prediction; a click chooses it.";
        ["fault"] "Place at which the input or the answer is wrong.";
        ["Scene", "bodies", "queries"] "Pane with the note, the queries and the bodies. Every number in it can be changed, and the answer follows.";
        ["Algorithm", "pseudocode"] "Pane with the algorithm in the symbols of its source. The lit line is that of this sub-step.";
        ["This step", "sub-step", "step"] "Pane with one sentence of the run, its values and its stop tests. A step is one pass through the main loop.";
        ["Tables"] "Pane with all alternatives that this sub-step compared.";
        ["Plot", "series"] "Pane with the numbers of the run over its steps; the vertical line is the shown step.";
        ["Breakpoints", "breakpoint"] "Conditions at which the timeline stops, such as a line or a bound that grew.";
        ["Code", "source code"] "Pane with the source code of the engine that was run, with the line of this sub-step lit.";
        ["duplicate points", "duplicates", "repeated support"] "A support point that is in the simplex already: A − B has nothing farther along d.";
    }
    "gjk-margins" {
        ["margin", "μ_A", "μ_B", "margin of A", "margin of B", "margins", "sum of margins", "contact margin"] "Thickness of the layer around a core shape, meters. Bodies are tested by their cores and the margins subtracted.";
        ["core", "core gap", "cores", "depth of cores", "core distance"] "The shape without its margin; its signed distance, meters, before the margins are subtracted.";
        ["share", "share of depth"] "Part of the depth that lies in the margins.";
    }
    "epa-box-box" {
        ["polytope", "expanding polytope"] "Polytope inside A − B around the origin. EPA expands it until its nearest face is a face of A − B.";
        ["face", "nearest face distance", "nearest face", "entry", "queue, nearest face first", "Q"] "Distance of the polytope's nearest face from the origin, meters: a lower bound of the depth.";
        ["penetration depth", "depth", "penetration", "depth ≥", "depth ≤", "depth at least", "depth at most", "overlap depth"] "Length of the shortest translation that separates two overlapping bodies, meters.";
        ["visible faces", "visible", "faces tested"] "Faces that the new point is in front of. They are replaced by faces to the new point.";
        ["horizon", "horizon edges", "silhouette"] "Border between the faces that the new point sees and those that it does not see.";
        ["new faces", "new queued", "queued new faces", "cone"] "Faces from the horizon to the new point; those that may be nearest wait in the queue.";
        ["height behind plane", "h", "height", "distance to plane", "height of apex", "n·x − h", "height of x", "plane offset", "o", "o_A", "o_B", "offset of A", "offset of B"] "Signed distance of a point from a plane, or of a plane from the origin, along its normal, meters.";
    }
    "distance-shallow" {
        ["Newton steps", "steps", "|d + v/|v||", "deviation of d", "|u| − μ", "distance to W", "rotated", "rotation of normal"] "Refinement of the normal of curved bodies: each step about doubles the number of correct digits.";
        ["branch", "shallow", "deep", "overlapping cores"] "The way to the answer: by the distance of the cores, by one facet, or by expanding a polytope.";
    }
    "planar-sat-rectangles" {
        ["axis", "separating axis", "phases", "L", "axes", "direction of axis"] "Direction onto which both bodies are projected. Disjoint projections prove that the bodies are apart.";
        ["gap", "largest gap", "best", "previous best gap", "best before", "separation", "values", "gap evaluations", "signed gap"] "Signed distance of the two projections on an axis, meters; negative for an overlap.";
        ["overlap", "overlaps on axis", "least overlap", "overlapping pairs", "overlaps", "interval"] "Common part of two intervals, meters. On the axis with the least overlap the bodies separate first.";
        ["facing", "vertices of feature", "feature"] "Vertex, edge or face of a body that faces the other body.";
    }
    "planar-cast-rectangles" {
        ["t", "time", "probe time", "t_probe", "t_max", "end time", "Δt", "time ahead", "moment"] "Time since the start of the motion, seconds.";
        ["t₀", "no contact before", "first contact time", "t_first", "t_begin", "overlap begins", "at the first moment"] "Time before which the bodies are proven apart, seconds.";
        ["t₁", "contact by", "t_last", "no contact after", "t_end", "overlap ends", "t_open", "open until", "t_close", "closing time", "at the last moment"] "Time at which contact has begun, or after which it has ended, seconds.";
        ["r", "relative velocity", "n·r", "speed along n", "|n·r|", "passing speed", "r·L"] "Velocity of B relative to A, m/s; its part along n says how fast the gap closes.";
        ["c_max", "largest closing speed", "c", "closing speed", "−c", "opening speed", "−c_max", "least opening speed", "|n×ω_A| r_A", "|n×ω_B| r_B", "A's rotation speed", "B's rotation speed", "n·(v_A − v_B)", "linear closing speed"] "Bound of the speed at which the gap can close, m/s, from the velocities and the rotation.";
        ["distance over time", "x", "Δx", "displacement", "never below", "d_min", "least", "least distance"] "Place of the moving body, and the least distance that it is proven to keep, meters.";
        ["common time", "time intervals"] "Times at which the projections overlap on every axis so far.";
    }
    "quickhull-points" {
        ["conflict", "outside set", "conflict lists", "outside", "points still outside", "kept", "points kept outside", "reassigned", "reassigned points"] "Points outside of a hull face. Quickhull adds the farthest of them next and moves the rest to new faces.";
        ["inside", "points inside", "others", "other points", "thickness", "thickness of hull", "farthest"] "Points that are in the hull already, and the extent of the hull.";
        ["facet", "listed", "points of face", "coplanar"] "A face of a polytope with any number of vertices.";
    }
    "planar-graham" {
        ["sorted points", "order", "rank", "x_min", "smallest x", "angle", "compared", "compared so far", "hull so far"] "Graham's scan sorts the points by angle and removes each that is no hull vertex.";
        ["remaining", "remaining vertices", "triangles", "pivot"] "Vertices that are still on the border of the hull.";
    }
    "hierarchy-stone" {
        ["level", "level number", "levels", "number of levels", "vertices of level", "coarse", "new vertices"] "Hull of a part of the vertices. The support point is found on the coarsest level and followed to the finest.";
        ["independent set", "near", "visited vertices", "vertices compared"] "Vertices that are no neighbors of each other; the next coarser level leaves them out.";
    }
    "cull-twelve-boxes" {
        ["plane", "planes of this body", "projections on inward normals", "camera", "frustum", "plane tests", "tests", "tests of body", "planes by frame"] "Side plane of the visible volume, with its normal inward. A body outside of one plane is invisible.";
        ["d + r", "innermost distance", "−(d + r)", "innermost point outside"] "Signed distance of the body's innermost point from the plane, meters; negative means outside.";
        ["d − r", "outermost distance", "−(d − r)", "outermost point outside", "crossing"] "Signed distance of the body's outermost point from the plane, meters; positive means inside.";
        ["culled", "culled bodies", "removed bodies", "kept bodies", "false positives", "verdict"] "Bodies that the planes reject or keep. A false positive is kept although it is outside.";
    }
    "sweep-and-prune-fourteen-boxes" {
        ["endpoint", "intervals and endpoints on each axis", "endpoints", "endpoints per list", "ends", "min", "max", "sorted list", "in the list"] "Lower or upper end of a body's box on an axis. Each axis keeps its endpoints sorted.";
        ["swap", "swaps", "swaps done", "all swaps", "swaps of frame", "swaps on axis", "swaps left", "remaining swaps", "swaps by frame"] "Exchange of two neighbors in the sorted list. Few are needed if bodies move little between frames.";
        ["pair", "pairs", "began", "begun pairs", "ended", "ended pairs", "new boxes", "broad phase"] "Two bodies whose boxes overlap; only these reach the narrow phase.";
        ["neighbor", "all pairs", "sweep", "cost against n", "time against n", "cost"] "Endpoints next to each other on an axis; pairs are found from them instead of by testing all pairs.";
    }
    "manifold-box-on-box" {
        ["reference face", "reference", "reference face on B"] "The face with the largest gap. Its plane and its sides clip the other body's face.";
        ["incident face", "incident", "incident face on A"] "Face of the other body most opposed to the reference face; its clipped vertices become contact points.";
        ["clip", "clipped edge", "side planes", "side"] "To cut the incident face by a side plane of the reference face.";
        ["contact points", "contact point", "new contact points", "new points", "manifold", "touching parts", "contacts", "touching bodies", "origin of point"] "Points at which the solver pushes the bodies apart, each with its depth.";
        ["bias", "face penalty", "bias limit", "largest face penalty"] "How much better edges must be than faces to be chosen, so that a manifold does not flicker.";
        ["pick number", "spread", "distance between picks", "kept area", "kept area share", "cosine of angle", "n_A·n_B", "|P|", "polygon edges"] "Reduction of the contact points to a few: the deepest, the farthest from it, the largest area.";
    }
    "parts-compound" {
        ["child shape", "part", "parts", "pairs of nodes", "bound of pair", "bound", "beyond", "pairs beyond bound", "skipped", "skipped pairs", "c₁", "c₂", "first half's bound", "second half's bound", "state"] "Member of a compound, triangle of a mesh or cell of a height field; a tree of boxes skips those too far away.";
        ["trees of boxes", "tree of boxes", "lower bound of each pair of nodes"] "Boxes around groups of child shapes. A pair of boxes that is farther apart than the best distance is skipped.";
        ["mesh"] "Triangles of a body. Queries about one convex body take the convex hull of its mesh.";
    }
    "world-bounce" {
        ["constraint", "row", "rows", "constraint rows", "of color", "rows of this solve", "J", "joint rows", "rows of joints", "J v", "velocity along row"] "One condition on velocities, such as a contact that must not close. J v is the velocity along it, m/s.";
        ["target J v", "target velocity", "bounce", "v_bounce", "least bouncing speed", "restitution"] "Velocity along the row that the solver aims for, m/s: bounce or position correction.";
        ["v", "velocity of body", "speed", "speed of body", "speed limit", "J v after", "velocity after Δλ"] "Velocity of the body's center, m/s.";
        ["λ", "impulse of row", "impulse", "Δλ", "change of λ", "impulse before", "λ before"] "Impulse of a constraint row, N·s: the force that it applies times the time step.";
        ["K", "effective mass", "curvature limit", "pivots"] "Inverse mass that an impulse along the row meets; velocity change = K times impulse.";
        ["kinetic", "kinetic energy", "ΔE", "kinetic energy change", "energy", "total energy"] "Energy of the bodies, joules. It may only grow by a motor or by position correction.";
        ["time step", "frame", "solve", "solve of frame", "solves", "solves per frame"] "Time by which one frame advances the world, seconds.";
        ["u", "correcting speed", "position correction", "C"] "Velocity that pushes overlapping bodies apart, m/s, added to remove the overlap.";
    }
    "world-accumulated-clamp" {
        ["raw λ", "λ before clamping", "λ_max", "largest impulse", "clamp"] "Impulse before its limits apply. The sum is clamped, not each change, so later iterations can take impulse back.";
        ["μ λₙ", "friction limit", "friction", "rounds", "friction rounds"] "Largest friction impulse: the coefficient of friction times the normal impulse.";
    }
    "world-warm-start" {
        ["warm start", "warm", "cold start", "cold", "cached axis", "cached feature", "last axis first", "last plane first"] "To begin from the result of the previous frame. The table compares it with a start from nothing.";
        ["residual", "redundant", "redundant rows", "direct", "direct solve"] "Remaining error of the rows; the direct solve gives the exact impulses for comparison.";
    }
    "world-column" {
        ["color", "color of contact", "colors", "contact colors", "contacts of color"] "Group of contacts that share no moving body, so that they can be solved in any order.";
        ["impulses", "current row", "velocity error against the direct solve", "velocity error"] "Impulses of all rows, and how far the velocities are from the exact solution.";
        ["stack of boxes", "Σ", "M", "load"] "The lowest contact carries the weight of all boxes above it.";
        ["World", "world view"] "The bodies where they are, in meters.";
    }
    "gjk-warm-start-moving" {
        ["frames", "by frame", "iterations by frame", "changed", "branch by frame", "axes by frame"] "Results over the frames of a moving scene; the row of the shown frame is marked.";
    }
    "ray-box" {
        ["chord", "chord so far", "t_in", "entry into body", "t_out", "exit from body", "part inside"] "The part of the ray's line that is inside the body, from t_in to t_out. Planes and curved surfaces shorten it one after the other.";
        ["piece", "chord of piece", "plane of piece", "line of piece", "c_in", "entry into piece", "c_out", "exit from piece"] "A simple set of which a body is made, such as the half-space behind a face: the line is inside from c_in to c_out.";
        ["ray"] "All points o + t d from the origin o along the direction d, up to the largest t.";
    }
    "ray-terrain" {
        ["entered box", "t_box", "entry into box", "t_left", "entry into first", "t_right", "entry into second", "skipped box or part"] "The t at which the ray enters the box around a part of the tree. A box that it does not enter before the first hit is skipped.";
        ["first part so far", "t_best", "first hit", "t_part", "hit of part", "tested part"] "Of all parts tested, the one that the ray hits at the smallest t.";
    }
    "audit-normal-flipped" {
        ["audit", "stage", "stages", "verdict", "captured step", "law", "culprit"] "An audit judges a captured step of another engine stage by stage: each value by those captured before it.";
        ["e", "deviation from law", "deviation", "deviation / bound"] "How far a captured value is from what follows from the values captured before it.";
        ["bound of e", "bound of deviation"] "Largest deviation that rounding, or a tolerance that the engine claims, explains. Up to it the law holds.";
        ["band", "limit for accusation", "undecided band"] "Deviation above which a law is broken. Between bound and band it is undecided.";
        ["λₙ", "normal impulse", "captured impulse"] "Impulse of a contact along its normal, N s; a contact pushes, so it is never negative.";
        ["u⁻", "velocity before step", "velocity before", "u⁺", "velocity after step", "velocity after"] "Captured velocity of a body's center of mass, m/s, before and after the step.";
        ["friction cone"] "Impulses that friction allows: their tangential part is at most the coefficient times the normal impulse.";
        ["momentum of the body", "unexplained"] "Momentum before the step plus all impulses, tip to tail. The gap to the captured momentum is unexplained.";
    }
};
