//! Builds bodies from the phrases about them that the scan has read, and checks that the text describes every body
//! completely, once, without contradictions and in one unit of length.

use super::attribute::{Attribute, ErrorAt};
use super::group;
use super::keys::Kind;
use super::noun::Determiner;
use super::nouns::Noun;
use super::scan::Mention;
use super::shape::{BodyAttributes, BuiltBody, Units};
use super::token::Token;
use super::value::{self, Measure};

/// Body with its name in the scene.
pub(super) struct NamedBody {
    pub(super) name: String,
    pub(super) built: BuiltBody,
}

/// Builds the bodies of a text. `plane` and `up` are the facts of the same names in [`super::attribute::Context`].
///
/// # Errors
/// Fails if a body is incomplete or contradicts itself, or if the text announces another number of bodies. The message
/// may be a question, with the form of an answer.
pub(super) fn bodies(
    mentions: &[Mention],
    tokens: &[Token<'_>],
    plane: bool,
    up: Option<usize>,
) -> Result<Vec<NamedBody>, ErrorAt> {
    let units = common_unit(tokens)?;
    check_units(mentions, units)?;
    let mut bodies: Vec<NamedBody> = Vec::new();
    let mut nouns: Vec<Noun> = Vec::new();
    // Offset of the first body without a position.
    let mut unplaced = None;
    for mention in mentions.iter().filter(|mention| !mention.attributes.is_empty()) {
        let attributes_of_bodies = if mention.is_plural {
            group::split(mention.noun, mention.count, &mention.attributes).map_err(|why| (mention.offset, why))?
        } else {
            vec![mention.attributes.clone()]
        };
        for attributes in attributes_of_bodies {
            let attributes = unique(&attributes)?;
            let body = BodyAttributes::new(mention.noun, &attributes, plane, up, units);
            let built = body.build().map_err(|why| (mention.offset, why))?;
            if !built.is_placed {
                unplaced = unplaced.or(Some(mention.offset));
            }
            nouns.push(mention.noun);
            bodies.push(NamedBody { name: scene_name(mention, &bodies), built });
        }
    }
    // A single body may be at the origin; the places of several are part of the problem.
    if let Some(offset) = unplaced.filter(|_| bodies.len() > 1) {
        return Err((offset, "where is this body? Write `at (x, y, z)`".to_owned()));
    }
    check_mentions(mentions, &nouns)?;
    check_repeats(&bodies, mentions)?;
    Ok(bodies)
}

/// Returns the name of a body in the scene: its noun with the name in the text, or with a number if `earlier` bodies
/// have the same noun.
fn scene_name(mention: &Mention, earlier: &[NamedBody]) -> String {
    let noun = noun_text(mention.noun);
    if let Some(name) = &mention.name {
        return format!("{noun} {name}");
    }
    let count = earlier.iter().filter(|body| body.name.starts_with(noun)).count();
    if count == 0 { noun.to_owned() } else { format!("{noun} {}", count + 1) }
}

/// Returns the noun of a shape for the name of a body.
fn noun_text(noun: Noun) -> &'static str {
    match noun {
        Noun::Sphere => "sphere",
        Noun::Circle => "circle",
        Noun::Box => "box",
        Noun::Cube => "cube",
        Noun::Rectangle => "rectangle",
        Noun::Square => "square",
        Noun::Capsule => "capsule",
        Noun::Cylinder => "cylinder",
        Noun::Cone => "cone",
        Noun::Ellipsoid => "ellipsoid",
        Noun::Segment => "segment",
        Noun::Triangle => "triangle",
        Noun::Tetrahedron => "tetrahedron",
        Noun::Hull => "hull",
        Noun::Polygon => "polygon",
        Noun::Point => "point",
        Noun::Plane => "half-space",
        Noun::Ground => "ground",
        Noun::Other => "shape",
    }
}

/// Returns the attributes of a body without repetitions.
///
/// # Errors
/// Fails if an attribute is repeated with another value.
fn unique(attributes: &[Attribute]) -> Result<Vec<Attribute>, ErrorAt> {
    let mut unique: Vec<Attribute> = Vec::new();
    for attribute in attributes {
        match unique.iter().find(|other| other.kind == attribute.kind) {
            Some(other) if other.values == attribute.values => {}
            Some(_) => {
                return Err((attribute.offset, "this attribute is stated twice with different values".to_owned()));
            }
            None => unique.push(attribute.clone()),
        }
    }
    Ok(unique)
}

/// Checks that every body that the text mentions is described. `nouns` are those of the described bodies.
fn check_mentions(mentions: &[Mention], nouns: &[Noun]) -> Result<(), ErrorAt> {
    for mention in mentions {
        let count = nouns.iter().filter(|noun| noun.may_be(mention.noun)).count();
        let is_announcement = mention.is_plural && mention.attributes.is_empty() && !mention.noun.is_weak();
        if let Some(counted) = mention.count
            && is_announcement
            && counted != count
        {
            return Err((
                mention.offset,
                format!("the text announces {counted} of these bodies but describes {count}"),
            ));
        }
        if !mention.attributes.is_empty() || mention.noun.is_weak() {
            continue;
        }
        let mut described = mentions.iter().filter(|other| !other.attributes.is_empty());
        let has_unknown_name = mention.name.is_some() && described.all(|other| other.name != mention.name);
        if count == 0 || mention.determiner == Determiner::Another || has_unknown_name {
            let why = "what are the size and the place of this body? Write for example `radius 0.5 at (x, y, z)`";
            return Err((mention.offset, why.to_owned()));
        }
    }
    Ok(())
}

/// Checks that no two bodies are equal and at the same pose, because one body may have been described twice.
fn check_repeats(bodies: &[NamedBody], mentions: &[Mention]) -> Result<(), ErrorAt> {
    let is_repeated = bodies.iter().enumerate().any(|(index, body)| {
        bodies[..index].iter().any(|other| other.built.shape == body.built.shape && other.built.pose == body.built.pose)
    });
    match mentions.last() {
        Some(last) if is_repeated => {
            Err((last.offset, "is one body described twice? Describe each body only once".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Returns the unit of all lengths if the text names one, as in "all lengths in mm" or "units: cm"; else meters.
///
/// # Errors
/// Fails if the text names several units, or one that is not supported.
pub(super) fn common_unit(tokens: &[Token<'_>]) -> Result<Units, ErrorAt> {
    let mut common: Option<f64> = None;
    let question = "in which unit are the lengths? Give all of them in meters";
    for (index, token) in tokens.iter().enumerate().skip(1) {
        let Some(per_meter) = value::units_per_meter(&token.word) else {
            if token.is_one_of(&UNSUPPORTED_UNITS) {
                return Err((token.start, question.to_owned()));
            }
            continue;
        };
        if !is_common_unit(tokens, index) {
            continue;
        }
        if common.is_some_and(|common| common != per_meter) {
            return Err((token.start, question.to_owned()));
        }
        common = Some(per_meter);
    }
    Ok(Units { per_meter: common.unwrap_or(1.0) })
}

/// Units of length that are not supported, wherever they are in a text.
const UNSUPPORTED_UNITS: [&str; 9] = ["inch", "inches", "feet", "ft", "yards", "km", "kilometers", "pixels", "px"];

/// Whether the unit at token `index`, which is not the first token, is that of all lengths: "in mm", "units: cm".
fn is_common_unit(tokens: &[Token<'_>], index: usize) -> bool {
    let before = &tokens[index - 1];
    if before.is("in") {
        return true;
    }
    let follows_word_unit =
        tokens[index.saturating_sub(2)..index].iter().any(|token| token.is_one_of(&["unit", "units"]));
    before.is_one_of(&["is", "are", ":", "="]) && follows_word_unit
}

/// Iterates over the attributes of the bodies whose values are lengths.
fn length_attributes(mentions: &[Mention]) -> impl Iterator<Item = &Attribute> {
    let attributes = mentions.iter().flat_map(|mention| &mention.attributes);
    attributes.filter(|attribute| !matches!(attribute.kind, Kind::Rotation | Kind::Axis | Kind::Normal))
}

/// Whether a length is in centimeters or millimeters.
pub(super) fn has_small_units(mentions: &[Mention]) -> bool {
    let mut measures = length_attributes(mentions).flat_map(|attribute| attribute.values.iter().flatten());
    measures.any(|measure| measure.per_meter.is_some_and(|per_meter| per_meter != 1.0))
}

/// Whether a length needs a unit and has none; 0 needs none.
fn lacks_unit(measure: &Measure) -> bool {
    measure.per_meter.is_none() && measure.value != 0.0
}

/// Checks that no length lacks the unit that others have; `units` is the unit of all lengths, if the text names one.
fn check_units(mentions: &[Mention], units: Units) -> Result<(), ErrorAt> {
    if !has_small_units(mentions) || units.per_meter != 1.0 {
        return Ok(());
    }
    for attribute in length_attributes(mentions) {
        if attribute.values.iter().flatten().any(lacks_unit) {
            let question = "in which unit is this length? Write the unit after each length";
            return Err((attribute.offset, question.to_owned()));
        }
    }
    Ok(())
}
