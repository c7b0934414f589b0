//! Systems of algorithms (GJK, EPA, casts, …), by which the catalog groups scenes.

/// System of algorithms for one kind of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// Support mappings: support points in a direction.
    Support,
    /// Minkowski difference A − B.
    Difference,
    /// Nearest points of simplices.
    Simplex,
    /// GJK in its three forms.
    Gjk,
    /// EPA and the full distance query.
    Depth,
    /// Separating axis tests of two bodies.
    Sat,
    /// Casts of moving bodies.
    Cast,
    /// Ray casts at bodies of all kinds.
    Ray,
    /// Convex hull algorithms for points.
    Hull,
    /// Dobkin-Kirkpatrick hierarchies of hulls.
    Hierarchy,
    /// Frustum culling by planes.
    Culling,
    /// Sweep and prune, a broad phase.
    BroadPhase,
    /// Contact manifolds of two bodies.
    Manifold,
    /// Simulated worlds with constraints.
    World,
    /// Audits of captured steps of other engines.
    Audit,
}

impl System {
    /// All systems, in the order of the catalog.
    pub const ALL: [Self; 15] = [
        Self::Support,
        Self::Difference,
        Self::Simplex,
        Self::Gjk,
        Self::Depth,
        Self::Sat,
        Self::Cast,
        Self::Ray,
        Self::Hull,
        Self::Hierarchy,
        Self::Culling,
        Self::BroadPhase,
        Self::Manifold,
        Self::World,
        Self::Audit,
    ];

    /// The system of the algorithm with this id in scene files; `None` for an unknown id.
    pub fn of(algorithm: &str) -> Option<Self> {
        Some(match algorithm {
            "support" => Self::Support,
            "minkowski" => Self::Difference,
            "voronoi" | "johnson" | "signed_volumes" => Self::Simplex,
            "gjk" | "isa_gjk" | "boolean_gjk" => Self::Gjk,
            "epa" | "distance" => Self::Depth,
            "sat" => Self::Sat,
            "cast" => Self::Cast,
            "ray" => Self::Ray,
            "graham" | "jarvis" | "quickhull" => Self::Hull,
            "hierarchy" => Self::Hierarchy,
            "cull" => Self::Culling,
            "sweep_and_prune" => Self::BroadPhase,
            "manifold" => Self::Manifold,
            "world" => Self::World,
            "audit" => Self::Audit,
            _ => return None,
        })
    }

    /// Title of the system.
    pub fn title(self) -> &'static str {
        match self {
            Self::Support => "Support mappings",
            Self::Difference => "Minkowski difference",
            Self::Simplex => "Nearest point of a simplex",
            Self::Gjk => "GJK",
            Self::Depth => "EPA and full distance",
            Self::Sat => "Separating axes",
            Self::Cast => "Moving bodies",
            Self::Ray => "Rays",
            Self::Hull => "Convex hulls",
            Self::Hierarchy => "Hull hierarchies",
            Self::Culling => "Frustum culling",
            Self::BroadPhase => "Sweep and prune",
            Self::Manifold => "Contact manifolds",
            Self::World => "Worlds and constraints",
            Self::Audit => "Captured steps",
        }
    }

    /// Synonyms for the search.
    pub(super) fn other_names(self) -> &'static str {
        match self {
            Self::Support => "support function mapping farthest point extreme",
            Self::Difference => "minkowski difference sum cso configuration space gauss map",
            Self::Simplex => "closest nearest point simplex voronoi johnson signed volumes barycentric",
            Self::Gjk => "gjk distance closest points boolean isa overlap intersection gilbert johnson keerthi",
            Self::Depth => "epa penetration depth expanding polytope signed distance overlap",
            Self::Sat => "sat separating axis axes theorem",
            Self::Ray => "ray cast raycast pick picking line segment sight laser lidar hit",
            Self::Cast => "cast sweep swept toi time of impact continuous ccd moving ray conservative advancement",
            Self::Hull => "convex hull quickhull graham jarvis gift wrapping",
            Self::Hierarchy => "hull hierarchy dobkin kirkpatrick dk",
            Self::Culling => "frustum culling camera view planes",
            Self::BroadPhase => "broad phase broadphase sweep and prune sap aabb",
            Self::Manifold => "contact manifold clipping points",
            Self::World => "world solver constraint impulses sequential rigid bodies joints friction stack physics",
            Self::Audit => "audit captured step engine stages laws verdict solver contacts rows impulses",
        }
    }
}
