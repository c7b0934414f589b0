//! Construction of bodies from the phrases about them, with checks of completeness, contradictions and units.

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

/// Builds the bodies of a text.
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
            unplaced = unplaced.or((!built.is_placed).then_some(mention.offset));
            nouns.push(mention.noun);
            bodies.push(NamedBody { name: scene_name(mention, &bodies), built });
        }
    }
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

/// Checks that every body that the text mentions is described.
fn check_mentions(mentions: &[Mention], nouns: &[Noun]) -> Result<(), ErrorAt> {
    for mention in mentions {
        let count = nouns.iter().filter(|noun| noun.may_be(mention.noun)).count();
        let counted = mention.count.filter(|_| mention.is_plural && mention.attributes.is_empty());
        if let Some(counted) = counted.filter(|counted| *counted != count && !mention.noun.is_weak()) {
            return Err((
                mention.offset,
                format!("the text announces {counted} of these bodies but describes {count}"),
            ));
        }
        if !mention.attributes.is_empty() || mention.noun.is_weak() {
            continue;
        }
        let is_named = mention.name.as_ref().is_some_and(|name| {
            mentions.iter().all(|other| other.attributes.is_empty() || other.name.as_ref() != Some(name))
        });
        if count == 0 || mention.determiner == Determiner::Another || is_named {
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
    for index in 1..tokens.len() {
        let Some(per_meter) = value::units_per_meter(&tokens[index].word).or(unsupported_unit(&tokens[index])) else {
            continue;
        };
        let before = &tokens[index - 1];
        let is_global = before.is("in")
            || before.is_one_of(&["is", "are", ":", "="]) && {
                tokens[index.saturating_sub(2)..index].iter().any(|token| token.is_one_of(&["unit", "units"]))
            };
        if !is_global && per_meter > 0.0 {
            continue;
        }
        if per_meter <= 0.0 || common.is_some_and(|common| common != per_meter) {
            return Err((tokens[index].start, "in which unit are the lengths? Give all of them in meters".to_owned()));
        }
        common = Some(per_meter);
    }
    Ok(Units { plain: common.unwrap_or(1.0) })
}

/// Returns −1 for a unit that is not supported, in place of its units per meter; `None` for any other word.
fn unsupported_unit(token: &Token<'_>) -> Option<f64> {
    let words = ["inch", "inches", "feet", "ft", "yards", "km", "kilometers", "pixels", "px"];
    token.is_one_of(&words).then_some(-1.0)
}

/// Iterates over the lengths of the bodies, each with the offset of its attribute in the text.
fn lengths(mentions: &[Mention]) -> impl Iterator<Item = (&Measure, usize)> {
    let attributes = mentions.iter().flat_map(|mention| &mention.attributes);
    let attributes =
        attributes.filter(|attribute| !matches!(attribute.kind, Kind::Rotation | Kind::Axis | Kind::Normal));
    attributes.flat_map(|attribute| attribute.values.iter().flatten().map(move |measure| (measure, attribute.offset)))
}

/// Whether a length is in centimeters or millimeters.
pub(super) fn has_small_units(mentions: &[Mention]) -> bool {
    lengths(mentions).any(|(measure, _)| measure.per_meter.is_some_and(|per_meter| per_meter != 1.0))
}

/// Checks that no length lacks the unit that others have.
fn check_units(mentions: &[Mention], units: Units) -> Result<(), ErrorAt> {
    if !has_small_units(mentions) || units.plain != 1.0 {
        return Ok(());
    }
    match lengths(mentions).find(|(measure, _)| measure.per_meter.is_none() && measure.value != 0.0) {
        Some((_, offset)) => Err((offset, "in which unit is this length? Write the unit after each length".to_owned())),
        None => Ok(()),
    }
}
