//! Types that programs define themselves, such as `struct Sphere { Vec3 center; float radius; }`, by the usual names of
//! their fields: oriented boxes, bounding boxes, balls and capsules.
//!
//! `shape::own_types` gives such a type one of the paths `own.box`, `own.sphere`, `own.circle` and `own.capsule`.

use super::Form::{Box, Circle, Rectangle, Sphere, Swept};
use super::Line;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    (
        "own",
        Box,
        "own.box",
        "center|centre|c|pos|position|origin:at \
         half|halfSize|halfSizes|halfExtents|halfExtent|halfDims|halfWidths|halfLengths|he|h|e:hv \
         rotation|rot|orientation|orient|quaternion|quat|q|R:turn? axis0|axes0|u0:axis0? axis1|axes1|u1:axis1? \
         axis2|axes2|u2:axis2?",
    ),
    (
        "own",
        Rectangle,
        "own.box",
        "center|centre|c|pos|position|origin:at \
         half|halfSize|halfSizes|halfExtents|halfExtent|halfDims|halfWidths|halfLengths|he|h|e:hv \
         angle|theta|rotation|rot|rad|radians:turn?",
    ),
    (
        "own",
        Rectangle,
        "own.box",
        "cx|x:x0& cy|y:y0& hw|hx|halfWidth|halfW:hx& hh|hy|halfHeight|halfH:hy& \
         angle|theta|rotation|rot|rad|radians:turn&?",
    ),
    (
        "own",
        Box,
        "own.box",
        "center|centre|c|pos|position|origin:at \
         half0|halfSize0|halfExtents0|halfExtent0|halfDims0|halfWidths0|halfLengths0|he0|h0|e0:hx& \
         half1|halfSize1|halfExtents1|halfExtent1|halfDims1|halfWidths1|halfLengths1|he1|h1|e1:hy& \
         half2|halfSize2|halfExtents2|halfExtent2|halfDims2|halfWidths2|halfLengths2|he2|h2|e2:hz& \
         axis0|axes0|u0:axis0&? axis1|axes1|u1:axis1&? axis2|axes2|u2:axis2&?",
    ),
    ("own", Box, "own.box", "cx|x:x0& cy|y:y0& cz|z:z0& hx|hw:hx& hy|hh:hy& hz|hd:hz&"),
    ("own", Box, "own.box", "min|lo|low|lower|mins:low max|hi|high|upper|maxs:high"),
    // A type that many libraries have: the names of its fields say enough without the library.
    ("own", Box, "AABB Aabb", "min|lo|low|lower|mins:low& max|hi|high|upper|maxs:high&"),
    ("own", Rectangle, "own.box", "min|lo|low|lower|mins:low max|hi|high|upper|maxs:high"),
    ("own", Sphere, "own.sphere", "center|centre|c|pos|position|origin:at radius|r|rad:r"),
    ("own", Sphere, "own.sphere", "cx|x:x0& cy|y:y0& cz|z:z0& radius|r|rad:r&"),
    ("own", Circle, "own.circle", "center|centre|c|pos|position|origin:at radius|r|rad:r"),
    ("own", Circle, "own.circle", "cx|x:x0& cy|y:y0& radius|r|rad:r&"),
    ("own", Swept, "own.capsule", "a|p0|start|from|p|A:a b|p1|end|to|q|B:b radius|r|rad:r"),
];
