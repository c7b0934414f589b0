//! Construction of bodies from the phrases about them, with checks of completeness, contradictions and units.

use super::attribute::{Attribute, ErrorAt};
use super::group;
use super::keys::Kind;
use super::noun::Determiner;
use super::nouns::Noun;
use super::scan::Mention;
use super::shape::{Built, Form, Units};
use super::token::Token;
use super::value::{self, Measure};

/// Body with its name in the scene.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) built: Built,
}

/// Builds the bodies of a text.
///
/// # Errors
/// Fails if a body is incomplete or contradicts itself, or if the text announces another number of bodies. The message
/// may be a question, with the form of an answer.
pub(super) fn bodies(
    mentions: &[Mention],
    all: &[Token<'_>],
    plane: bool,
    up: Option<usize>,
) -> Result<Vec<Named>, ErrorAt> {
    let units = unit(all)?;
    check_units(mentions, units)?;
    let mut bodies: Vec<Named> = Vec::new();
    let mut nouns: Vec<Noun> = Vec::new();
    let mut unplaced = None;
    for mention in mentions.iter().filter(|mention| !mention.attributes.is_empty()) {
        let each = match mention.is_plural {
            true => group::split(mention.noun, mention.count, &mention.attributes).map_err(|why| (mention.at, why))?,
            false => vec![mention.attributes.clone()],
        };
        for attributes in each {
            let own = unique(&attributes)?;
            let built = Form::new(mention.noun, &own, plane, up, units).build().map_err(|why| (mention.at, why))?;
            unplaced = unplaced.or((!built.is_placed).then_some(mention.at));
            nouns.push(mention.noun);
            bodies.push(Named { name: name(mention, &bodies), built });
        }
    }
    if let Some(at) = unplaced.filter(|_| bodies.len() > 1) {
        return Err((at, "where is this body? Write `at (x, y, z)`".to_owned()));
    }
    check_mentions(mentions, &nouns)?;
    check_repeats(&bodies, mentions)?;
    Ok(bodies)
}

/// Returns the name of a body.
fn name(mention: &Mention, before: &[Named]) -> String {
    match &mention.name {
        Some(name) => format!("{} {name}", word(mention.noun)),
        None => {
            let count = before.iter().filter(|body| body.name.starts_with(word(mention.noun))).count();
            if count == 0 { word(mention.noun).to_owned() } else { format!("{} {}", word(mention.noun), count + 1) }
        }
    }
}

/// Returns the word for a shape.
fn word(noun: Noun) -> &'static str {
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

/// Removes repeated attributes of a body.
fn unique(all: &[Attribute]) -> Result<Vec<Attribute>, ErrorAt> {
    let mut own: Vec<Attribute> = Vec::new();
    for attribute in all {
        match own.iter().find(|other| other.kind == attribute.kind) {
            Some(other) if other.values == attribute.values => {}
            Some(_) => return Err((attribute.at, "this attribute is stated twice with different values".to_owned())),
            None => own.push(attribute.clone()),
        }
    }
    Ok(own)
}

/// Checks that every body that the text mentions is described.
fn check_mentions(mentions: &[Mention], nouns: &[Noun]) -> Result<(), ErrorAt> {
    for mention in mentions {
        let count = nouns.iter().filter(|noun| noun.may_be(mention.noun)).count();
        let counted = mention.count.filter(|_| mention.is_plural && mention.attributes.is_empty());
        if let Some(counted) = counted.filter(|counted| *counted != count && !mention.noun.is_weak()) {
            return Err((mention.at, format!("the text announces {counted} of these bodies but describes {count}")));
        }
        if !mention.attributes.is_empty() || mention.noun.is_weak() {
            continue;
        }
        let is_named = mention.name.as_ref().is_some_and(|name| {
            mentions.iter().all(|other| other.attributes.is_empty() || other.name.as_ref() != Some(name))
        });
        if count == 0 || mention.determiner == Determiner::Another || is_named {
            let why = "what are the size and the place of this body? Write for example `radius 0.5 at (x, y, z)`";
            return Err((mention.at, why.to_owned()));
        }
    }
    Ok(())
}

/// Checks that no two bodies are equal and at the same pose, because one body may have been described twice.
fn check_repeats(bodies: &[Named], mentions: &[Mention]) -> Result<(), ErrorAt> {
    let is_repeated = bodies.iter().enumerate().any(|(k, body)| {
        bodies[..k].iter().any(|other| other.built.shape == body.built.shape && other.built.pose == body.built.pose)
    });
    match mentions.last() {
        Some(last) if is_repeated => {
            Err((last.at, "is one body described twice? Describe each body only once".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Returns the unit of all lengths, if the text names one: "all lengths in mm", "units: cm".
pub(super) fn unit(all: &[Token<'_>]) -> Result<Units, ErrorAt> {
    let mut found: Option<f64> = None;
    for k in 1..all.len() {
        let Some(per_meter) = value::unit(&all[k].word).or(foreign(&all[k])) else { continue };
        let before = &all[k - 1];
        let is_global = before.is("in")
            || before.is_one_of(&["is", "are", ":", "="]) && {
                all[k.saturating_sub(2)..k].iter().any(|token| token.is_one_of(&["unit", "units"]))
            };
        if !is_global && per_meter > 0.0 {
            continue;
        }
        if per_meter <= 0.0 || found.is_some_and(|found| found != per_meter) {
            return Err((all[k].start, "in which unit are the lengths? Give all of them in meters".to_owned()));
        }
        found = Some(per_meter);
    }
    Ok(Units { plain: found.unwrap_or(1.0) })
}

/// Returns a negative factor for a unit that is not supported, as a mark; `None` for any other word.
fn foreign(token: &Token<'_>) -> Option<f64> {
    let words = ["inch", "inches", "feet", "ft", "yards", "km", "kilometers", "pixels", "px"];
    token.is_one_of(&words).then_some(-1.0)
}

/// Returns all lengths of the bodies.
fn lengths(mentions: &[Mention]) -> impl Iterator<Item = (&Measure, usize)> {
    let all = mentions.iter().flat_map(|mention| &mention.attributes);
    let all = all.filter(|one| !matches!(one.kind, Kind::Rotation | Kind::Axis | Kind::Normal));
    all.flat_map(|one| one.values.iter().flatten().map(move |measure| (measure, one.at)))
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
        Some((_, at)) => Err((at, "in which unit is this length? Write the unit after each length".to_owned())),
        None => Ok(()),
    }
}
