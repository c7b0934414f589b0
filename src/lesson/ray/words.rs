//! Words for the pieces of a body and for their chords.

use contact_lens_model::answer::number::number;
use contact_lens_model::snapshot::ray::{Chord, Piece, PieceKind, Rule};

use super::context::RayContext;
use crate::{Sentence, Symbol, Value, say, symbol};

/// Symbols and marks of the two ends of a chord.
pub(super) struct Ends {
    /// Symbol and mark id of the parameter at which the line enters.
    pub entry: (Symbol, &'static str),
    /// Symbol and mark id of the parameter at which the line leaves.
    pub exit: (Symbol, &'static str),
}

/// Ends of the chord of the latest piece.
pub(super) const OF_PIECE: Ends =
    Ends { entry: (symbol::PIECE_ENTRY, "piece/in"), exit: (symbol::PIECE_EXIT, "piece/out") };

/// Ends of the chord of all pieces so far.
pub(super) const OF_BODY: Ends =
    Ends { entry: (symbol::CHORD_ENTRY, "chord/in"), exit: (symbol::CHORD_EXIT, "chord/out") };

/// Name of a piece: `face 3`.
pub(super) fn piece_name(piece: &Piece) -> String {
    let i = piece.index;
    match piece.kind {
        PieceKind::Face => format!("face {i}"),
        PieceKind::Side => format!("side {i}"),
        PieceKind::Curved => String::from("the curved side"),
        PieceKind::End => String::from(if i == 0 { "the upper end" } else { "the lower end" }),
        PieceKind::Surface => String::from("the whole surface"),
        PieceKind::Polygon => String::from("the flat face"),
        PieceKind::Segment => String::from("the segment"),
        PieceKind::Point => String::from("the point"),
        PieceKind::Core => String::from("the core"),
        PieceKind::Prism => format!("prism {i}"),
        PieceKind::Tube => format!("cylinder {i}"),
        PieceKind::Ball => format!("ball {i}"),
    }
}

/// Set of points of a piece, after "inside": `the half-space behind a face`. The table has the index of the piece.
pub(super) fn piece_set(piece: &Piece, context: &RayContext) -> String {
    let set = match piece.kind {
        PieceKind::Face if context.is_planar() => "the half-plane",
        PieceKind::Face => "the half-space behind a face",
        PieceKind::Side => "the half-plane behind a side",
        PieceKind::End => return format!("the half-space behind {}", piece_name(piece)),
        PieceKind::Curved => "the curved side, extended without end",
        PieceKind::Surface | PieceKind::Polygon | PieceKind::Segment | PieceKind::Point | PieceKind::Core => {
            return piece_name(piece);
        }
        PieceKind::Prism => "a prism on a face of the core",
        PieceKind::Tube if context.is_planar() => "the strip along a side of the core",
        PieceKind::Tube => "a cylinder around an edge of the core",
        PieceKind::Ball if context.is_planar() => "the disc around a vertex of the core",
        PieceKind::Ball => "a ball around a vertex of the core",
    };
    set.to_owned()
}

/// Parameter at an end of a chord, as a value; its mark is highlighted if it is on the drawn ray.
fn end_value((symbol, key): (Symbol, &'static str), t: f64, context: &RayContext) -> Value {
    if context.is_drawn(t) { Value::of(symbol, number(t), key) } else { Value::number(symbol, number(t)) }
}

/// Both ends of a chord as values; none for an empty chord, and without those that are infinite.
pub(super) fn end_values(chord: &Chord, ends: &Ends, context: &RayContext) -> Vec<Value> {
    if chord.is_empty() {
        return Vec::new();
    }
    let [entry, exit] = chord.estimate;
    let both = [(ends.entry, entry), (ends.exit, exit)];
    both.into_iter().filter(|(_, t)| t.is_finite()).map(|(end, t)| end_value(end, t, context)).collect()
}

/// Clause on the parameters of a chord: `from t_in = 0.2 to t_out = 0.6`.
pub(super) fn interval_clause(chord: &Chord, ends: &Ends, context: &RayContext) -> Sentence {
    let [entry, exit] = chord.estimate;
    if chord.is_empty() {
        return Sentence::from("for no t");
    }
    let entry_value = end_value(ends.entry, entry, context);
    let exit_value = end_value(ends.exit, exit, context);
    match (entry.is_finite(), exit.is_finite()) {
        (true, true) if chord.is_nonempty.is_none() => {
            say!(
                "at most from t = {} to t = {}, and rounding errors leave open whether it is empty",
                entry_value,
                exit_value
            )
        }
        (true, true) if entry == exit => say!("only at t = {}", entry_value),
        (true, true) => say!("from t = {} to t = {}", entry_value, exit_value),
        (true, false) => say!("from t = {} on", entry_value),
        (false, true) => say!("up to t = {}", exit_value),
        (false, false) if chord.is_nonempty.is_none() => Sentence::from("for unknown t, because of rounding errors"),
        (false, false) => Sentence::from("for all t"),
    }
}

/// Sentence on the chord after a piece, compared with the chord `before` it.
pub(super) fn change_sentence(rule: Rule, before: &Chord, after: &Chord, context: &RayContext) -> Sentence {
    if after.is_empty() {
        return match rule {
            Rule::Intersection if before.is_empty() => Sentence::from("The part inside all pieces stays empty."),
            Rule::Intersection => {
                say!("The pieces so far have no common point on the line, so it misses {}.", context.body())
            }
            Rule::Union => Sentence::from("The line has met no piece yet."),
        };
    }
    let interval = interval_clause(after, &OF_BODY, context);
    let pieces = match rule {
        Rule::Intersection => "all pieces",
        Rule::Union => "at least one piece",
    };
    if before.estimate == after.estimate && before.is_nonempty == after.is_nonempty {
        return say!("The part inside {} so far still runs {}.", pieces, interval);
    }
    say!("The part inside {} so far now runs {}.", pieces, interval)
}
