//! The sources of the algorithms, by the keys under which the docs cite them: `[Bergen03 §4.3]`.
//!
//! **Texts that this crate follows step by step.** Where the code departs from one, the docs of the algorithm state it
//! with the reason.
//!
//! - `[ACD11]` sj6219 (doc4code), *Advanced Collision Detection*, 2011, in Korean,
//!   <https://sites.google.com/site/doc4code/>. Support mappings, GJK with its theorems, Johnson's distance algorithm,
//!   ISA-GJK, EPA in the plane and in space, margins and warm starts. Sections are cited by their titles. It teaches
//!   `[Bergen99]`, `[Bergen01]` and `[Bergen03]`.
//! - `[Catto07]` Erin Catto, *Modeling and Solving Constraints*, Game Developers Conference 2007,
//!   <https://box2d.org/publications/>, read in the notes of lch32111. Constraints, sequential impulses, accumulated
//!   clamping, warm starting, split impulses.
//! - `[Catto10]` Erin Catto, *Computing Distance*, Game Developers Conference 2010, <https://box2d.org/publications/>,
//!   read in the Korean notes of lch32111, 2019. Voronoi regions, barycentric coordinates, GJK in the plane, its
//!   numerical problems and its endings.
//! - `[Catto13]` Erin Catto, *Continuous Collision*, Game Developers Conference 2013,
//!   <https://box2d.org/publications/>. Bilateral advancement for bodies that rotate.
//! - `[CD11]` sj6219 (doc4code), *Collision Detection*, 2011, in Korean, <https://sites.google.com/site/doc4code/>.
//!   Separating axes of rectangles, boxes and triangles, moving objects, frustum culling, sweep and prune.
//! - `[EPAPost]` *EPA (Expanding Polytope Algorithm)*, a blog post in Korean, author and year unknown. The two kinds of
//!   expansion, and the horizon of the visible faces sorted by angle.
//! - `[Myoru24]` Myoru, *Collision algorithms: GJK, EPA* (in Korean), 2024, after
//!   <https://winter.dev/articles/gjk-algorithm>. Direction-driven GJK and EPA by a list of edges, in the plane.
//!
//! **Literature behind them.**
//!
//! - `[Assarsson00]` U. Assarsson and T. Möller, *Optimized view frustum culling algorithms for bounding boxes*,
//!   Journal of Graphics Tools 5(1), 2000.
//! - `[Barber96]` C. B. Barber, D. P. Dobkin and H. Huhdanpaa, *The Quickhull algorithm for convex hulls*, ACM
//!   Transactions on Mathematical Software 22(4), 1996.
//! - `[Bergen99]` G. van den Bergen, *A fast and robust GJK implementation for collision detection of convex objects*,
//!   Journal of Graphics Tools 4(2), 1999.
//! - `[Bergen01]` G. van den Bergen, *Proximity queries and penetration depth computation on 3D game objects*, Game
//!   Developers Conference 2001.
//! - `[Bergen03]` G. van den Bergen, *Collision Detection in Interactive 3D Environments*, Morgan Kaufmann, 2003.
//! - `[Bergen04]` G. van den Bergen, *Ray casting against general convex objects with application to continuous
//!   collision detection*, 2004.
//! - `[DK90]` D. P. Dobkin and D. G. Kirkpatrick, *Determining the separation of preprocessed polyhedra: a unified
//!   approach*, International Colloquium on Automata, Languages and Programming, 1990.
//! - `[Ericson05]` C. Ericson, *Real-Time Collision Detection*, Morgan Kaufmann, 2005.
//! - `[GJK88]` E. G. Gilbert, D. W. Johnson and S. S. Keerthi, *A fast procedure for computing the distance between
//!   complex objects in three-dimensional space*, IEEE Journal of Robotics and Automation 4(2), 1988.
//! - `[Gottschalk96]` S. Gottschalk, M. C. Lin and D. Manocha, *OBBTree: a hierarchical structure for rapid
//!   interference detection*, SIGGRAPH 1996.
//! - `[Graham72]` R. L. Graham, *An efficient algorithm for determining the convex hull of a finite planar set*,
//!   Information Processing Letters 1(4), 1972.
//! - `[Gregorius13]` D. Gregorius, *The separating axis test between convex polyhedra*, Game Developers Conference
//!   2013.
//! - `[Gribb01]` G. Gribb and K. Hartmann, *Fast extraction of viewing frustum planes from the world-view-projection
//!   matrix*, 2001.
//! - `[Jarvis73]` R. A. Jarvis, *On the identification of the convex hull of a finite set of points in the plane*,
//!   Information Processing Letters 2(1), 1973.
//! - `[Mirtich96]` B. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, PhD thesis, University of
//!   California, Berkeley, 1996. Conservative advancement.
//! - `[Montanari17]` M. Montanari, N. Petrinic and E. Barbieri, *Improving the GJK algorithm for faster and more
//!   reliable distance queries between convex objects*, ACM Transactions on Graphics 36(3), 2017.
//! - `[Muratori06]` C. Muratori, *Implementing GJK*, a lecture on video, 2006.
//! - `[Shewchuk97]` J. R. Shewchuk, *Adaptive precision floating-point arithmetic and fast robust geometric
//!   predicates*, Discrete & Computational Geometry 18(3), 1997.
//! - `[Wolfe76]` P. Wolfe, *Finding the nearest point in a polytope*, Mathematical Programming 11, 1976.
