//! What only the sweep does: spans of single lines, and what stands still on one.

use super::super::prelude::*;
use super::*;

fn path() -> Path {
    Path::new(-Vec3::X * 2.0, 10.0, Sizes { radii: [2.0; 2], apart: 4.0, planar: false })
}

#[test]
fn a_line_without_motion_is_always_or_never_shared() {
    let always = Span::new([-1.0, 1.0], [0.5, 2.5], 0.0, &path(), 0.0);
    assert_eq!(always.outer, [Real::NEG_INFINITY, Real::INFINITY]);
    assert_eq!(always.inner, always.outer);
    let never = Span::new([-1.0, 1.0], [1.5, 2.5], 0.0, &path(), 0.0);
    assert!(never.outer[0] > never.outer[1] && never.inner[0] > never.inner[1]);
    // Touching: neither is proven.
    let grazing = Span::new([-1.0, 1.0], [1.0, 2.5], 0.0, &path(), 0.0);
    assert!(grazing.outer[0] < grazing.outer[1] && grazing.inner[0] > grazing.inner[1]);
}

#[test]
fn a_span_is_rounded_outward_and_inward() {
    for w in [-1.0, 1.0, 0.5, -0.25] as [Real; 4] {
        let span = Span::new([-1.0, 1.0], [3.0, 5.0], w, &path(), 0.0);
        let (from, to) = if w < 0.0 { (2.0 / -w, 6.0 / -w) } else { (-6.0 / w, -2.0 / w) };
        assert_eq!(span.at, [from, to]);
        assert!(span.outer[0] < from && from < span.inner[0] && span.inner[1] < to && to < span.outer[1], "{span:?}");
    }
}
