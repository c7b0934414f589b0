//! Tests by the path of a function whether a call may be a query, such as `gjk(A, B)`: a query takes lists of points as
//! bodies. Every function may be one that does not compute, print or move points by its name.

use crate::names::normalized;

/// Functions that compute numbers or arrays, convert, print or draw, so they are no queries; in lower case without
/// underscores.
const COMPUTING: [&str; 62] = [
    "array",
    "asarray",
    "float",
    "int",
    "len",
    "range",
    "zip",
    "enumerate",
    "min",
    "max",
    "sum",
    "abs",
    "sqrt",
    "list",
    "tuple",
    "set",
    "sorted",
    "dot",
    "matmul",
    "cross",
    "norm",
    "mean",
    "argmax",
    "argmin",
    "hstack",
    "vstack",
    "cat",
    "columnstack",
    "concatenate",
    "stack",
    "reshape",
    "transpose",
    "copy",
    "clone",
    "astype",
    "tolist",
    "round",
    "append",
    "extend",
    "push",
    "pushback",
    "emplaceback",
    "add",
    "insert",
    "map",
    "iter",
    "collect",
    "size",
    "print",
    "println",
    "printf",
    "log",
    "info",
    "debug",
    "plot",
    "scatter",
    "fill",
    "show",
    "draw",
    "isinstance",
    "type",
    "str",
];

/// Whether a path begins with a module of arrays, plots or messages: `np.dot`, `plt.plot`, `console.log`.
pub(super) fn is_of_arrays(names: &[&str]) -> bool {
    matches!(names, ["np" | "numpy" | "jnp" | "torch" | "math" | "scipy" | "plt" | "ax" | "console" | "logging", _, ..])
}

/// Whether the call of a function with this path may be a query.
pub(super) fn may_query(names: &[&str]) -> bool {
    let last = names.last().map_or_else(String::new, |name| normalized(name));
    !is_of_arrays(names) && !COMPUTING.contains(&last.as_str())
}

/// Parts of the names of functions that move or change points, in lower case; `rotat` is in `rotate` and `rotation`.
const TRANSFORMS: [&str; 16] = [
    "transform",
    "rotat",
    "translat",
    "move",
    "apply",
    "scale",
    "shift",
    "warp",
    "place",
    "offset",
    "mirror",
    "reflect",
    "einsum",
    "tensordot",
    "deform",
    "turn",
];

/// Whether the name of a function states that it moves or changes points.
pub fn moves_points(function: &str) -> bool {
    let function = normalized(function);
    TRANSFORMS.iter().any(|word| function.contains(word))
}
