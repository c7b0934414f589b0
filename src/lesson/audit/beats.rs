//! Sub-steps of a law: what the capture claims, what follows from values captured earlier, the deviation against its
//! bound, and the cause. Also the sentences about stages without laws and about the whole step.

use contact_lens_model::answer::number::{count, length, vector, with_noun};
use contact_lens_model::answer::{AuditFinding, AuditVerdict, AuditedItem, AuditedLaw, AuditedStage};
use contact_lens_picture::Role;

use super::quantity::quantity;
use super::stage_lanes::{self, BAND_KEY, BOUND_KEY, DEVIATION_KEY, stage_key};
use super::world::{self, contact_key};
use super::{AuditContext, AuditStep, IMPULSES, ITEMS, STAGES, claims, ending, friction_plot, item_lanes, ledger};
use crate::{Beat, Detail, Event, Pictures, Row, Sentence, Table, Value, say, symbol};

/// Sub-steps of the lesson's step with this index.
pub(super) fn beats(context: &AuditContext, step: usize, detail: Detail) -> Vec<Beat> {
    let Some(subject) = context.steps.get(step) else { return vec![Beat::new("end", "")] };
    let mut beats = match subject {
        AuditStep::Law { law, .. } => beats_of_law(context, law),
        AuditStep::Silent(stage) => vec![silent_beat(stage)],
        AuditStep::Whole => vec![whole_beat(&context.finding)],
    };
    if detail == Detail::Full {
        for beat in &mut beats {
            beat.pictures = pictures(context, step, beat.line);
            beat.tables = vec![stage_table(context, subject)];
        }
    } else {
        beats.iter_mut().for_each(|beat| beat.values.clear());
    }
    beats
}

/// Pictures of a sub-step of the lesson's step with this index.
fn pictures(context: &AuditContext, step: usize, line: &str) -> Pictures {
    let law = context.shown_law(step);
    let stage = law.map(|law| law.stage).or(context.steps[step].stage());
    let mut pictures = world::pictures(&context.world, law, line);
    *pictures.edit(STAGES.id) = stage_lanes::picture(&context.finding, stage, law);
    if let Some(shown) = context.shown_step(step) {
        *pictures.edit(ITEMS.id) = item_lanes::picture(&context.world, &context.steps, shown);
    }
    if let Some(law) = law {
        let momentum = ledger::picture(&context.world, law);
        *pictures.edit(IMPULSES.id) = momentum.unwrap_or_else(|| friction_plot::picture(&context.world, law));
    }
    pictures
}

/// Sub-steps of a law of one item.
fn beats_of_law(context: &AuditContext, law: &AuditedLaw) -> Vec<Beat> {
    let claim = claims::claim_of(law.law);
    let captured = captured_values(context, law);
    let mut claimed = say!("{} {}.", item_sentence(context, &law.culprit, Position::Start), claim.claimed);
    if !captured.is_empty() {
        let list = captured.iter().map(|value| say!("{} = {}", value.symbol, value));
        claimed = say!("{} Captured: {}.", claimed, Sentence::list(list));
    }
    let mut beats = vec![
        Beat { values: captured, ..Beat::new("claim", claimed) },
        Beat::new("follows", say!("{}.", claim.follows)),
        compare_beat(law, &item_sentence(context, &law.culprit, Position::Inside)),
    ];
    if let Some(because) = &law.because {
        beats.push(Beat::new("cause", say!("One change explains the deviation: {}.", Sentence::answer(because))));
    }
    beats
}

/// Sub-step with the deviation, the bound and the verdict.
fn compare_beat(law: &AuditedLaw, item: &Sentence) -> Beat {
    let deviation = Value::of(symbol::DEVIATION, quantity(law.value, law.unit), DEVIATION_KEY);
    let bound = Value::of(symbol::BOUND_OF_DEVIATION, quantity(law.bound, law.unit), BOUND_KEY);
    let verdict = match law.verdict {
        AuditVerdict::Holds => "holds",
        AuditVerdict::Undecided => "is undecided",
        AuditVerdict::Broken => "is broken",
    };
    let say = match (law.verdict, law.band) {
        (AuditVerdict::Undecided, None) => {
            say!("Nothing is claimed of the {} for {}: the largest deviation is {}.", law.law, item, &deviation)
        }
        (_, _) => say!(
            "The law “{}” {} for {}: the deviation is {}, the bound {}.",
            law.law,
            verdict,
            item,
            &deviation,
            &bound
        ),
    };
    let limit = law.band.map(|band| Value::of(symbol::DEVIATION_LIMIT, quantity(band, law.unit), BAND_KEY));
    let mut values = vec![deviation, bound];
    values.extend(limit);
    let event = (law.verdict != AuditVerdict::Holds).then_some(Event::Warning);
    Beat { values, event, ..Beat::new("compare", say) }
}

/// Sub-step of a stage without laws.
fn silent_beat(stage: &AuditedStage) -> Beat {
    let name = Sentence::mark(capitalized(stage.stage), stage_key(stage.stage));
    let say = match (stage.verdict, stage.missing.is_empty()) {
        (None, false) => say!("{}: not given, since the capture lacks {}.", name, fields(&stage.missing)),
        (verdict, _) => {
            say!(
                "{}: {}, since the step has nothing that this stage judges.",
                name,
                verdict.map_or("not given", |v| v.name())
            )
        }
    };
    Beat::new("silent", say)
}

/// Last sub-step: the verdict of the whole step.
fn whole_beat(finding: &AuditFinding) -> Beat {
    let event = Some(Event::Stop(ending(finding.verdict).kind));
    Beat { event, ..Beat::new("end", Sentence::answer(&answer(finding))) }
}

/// Names of fields as code.
fn fields(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Answer of an audit in one or two sentences.
pub(super) fn answer(finding: &AuditFinding) -> String {
    let laws = with_noun(finding.laws() as u64, "law");
    let Some((stage, law)) = finding.first_bad_stage().and_then(|stage| Some((stage, stage.worst.as_ref()?))) else {
        return format!("The step holds: no deviation of its {laws} is above its bound.");
    };
    let item = law.culprit.words();
    let of = if item.is_empty() { String::new() } else { format!(", {item}") };
    let deviation = quantity(law.value, law.unit);
    let bound = quantity(law.bound, law.unit);
    let because = law.because.as_ref().map(|because| format!(" Cause: {because}.")).unwrap_or_default();
    match finding.verdict {
        AuditVerdict::Undecided if law.law == "residual without a claim" => {
            format!(
                "The step is undecided at the {}{of}: the residual is {deviation}, and nothing is claimed of it.",
                stage.stage
            )
        }
        verdict => format!(
            "The step is {} first at the {}{of}. The law “{}” has the deviation {deviation}; the bound is {bound}.{because}",
            verdict.name(),
            stage.stage,
            law.law
        ),
    }
}

/// Position of a name in its sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Start,
    Inside,
}

impl Position {
    /// The word as it is written at this position.
    fn word(self, word: &str) -> String {
        match self {
            Self::Start => capitalized(word),
            Self::Inside => word.to_owned(),
        }
    }
}

/// Name of the item of a law. Names of contacts and bodies refer to their marks.
fn item_sentence(context: &AuditContext, item: &AuditedItem, position: Position) -> Sentence {
    let bodies = context.world.bodies_of(item);
    let roles = [Role::ShapeA, Role::ShapeB];
    let names = bodies.iter().zip(roles).map(|(body, role)| Sentence::body(&*context.world.bodies[*body].name, role));
    let names = Sentence::list(names);
    let contact = context.world.contact_of(item);
    let (word, number, key) = match (item.row, contact, item.joint, item.dof) {
        (Some(row), Some(contact), ..) => ("row", row, contact_key(contact)),
        (Some(row), None, ..) => ("row", row, stage_key("rows")),
        (None, Some(contact), ..) => ("contact", contact, contact_key(contact)),
        (None, None, Some(joint), _) => ("joint", joint, stage_key("rows")),
        (None, None, None, Some(dof)) => ("degree of freedom", dof, stage_key("rows")),
        (None, None, None, None) => {
            let the = position.word("the");
            return match bodies.len() {
                0 => say!("{} step", the),
                1 => say!("{} body {}", the, names),
                _ => say!("{} pair of {}", the, names),
            };
        }
    };
    let thing = Sentence::mark(format!("{} {number}", position.word(word)), key);
    match (item.row, contact, bodies.is_empty()) {
        (Some(_), Some(contact), false) => {
            say!("{} of {} of {}", thing, Sentence::mark(format!("contact {contact}"), contact_key(contact)), names)
        }
        (Some(_), Some(contact), true) => {
            say!("{} of {}", thing, Sentence::mark(format!("contact {contact}"), contact_key(contact)))
        }
        (_, _, true) => thing,
        (_, _, false) => say!("{} of {}", thing, names),
    }
}

/// Captured numbers of the item of a law, at most three.
fn captured_values(context: &AuditContext, law: &AuditedLaw) -> Vec<Value> {
    let world = &context.world;
    let item = &law.culprit;
    let mut values = Vec::new();
    let row = item.row.and_then(|row| world.rows.get(row));
    if let Some(impulse) = row.and_then(|row| row.impulse) {
        values.push(Value::number(symbol::IMPULSE, quantity(impulse, world.impulse_unit())));
    }
    if let Some(contact) = world.contact_of(item) {
        let captured = &world.contacts[contact];
        values.push(Value::number(symbol::GAP, length(captured.gap)));
        values.push(Value::of(symbol::NORMAL, vector(captured.normal), world::normal_key(contact)));
        if row.is_none()
            && let Some(impulse) = captured.impulse
        {
            values.push(Value::number(symbol::IMPULSE_ALONG_NORMAL, quantity(impulse, world.impulse_unit())));
        }
    }
    let is_about_velocity =
        ["linear velocity follows the impulses", "position follows the velocity"].contains(&law.law);
    if let Some(body) = item.body.as_ref().filter(|_| is_about_velocity).and_then(|name| world.body_index(name)) {
        let velocities = world.bodies[body].velocities;
        values.extend(velocities.before.map(|before| Value::number(symbol::VELOCITY_BEFORE, vector(before))));
        values.extend(velocities.after.map(|after| Value::number(symbol::VELOCITY_AFTER, vector(after))));
    }
    values
}

/// Table of the nine stages; the stage of the step is highlighted.
fn stage_table(context: &AuditContext, subject: &AuditStep) -> Table {
    let rows = context.finding.stages.iter().map(|stage| {
        let worst = stage.worst.as_ref();
        Row {
            cells: vec![
                stage.stage.into(),
                stage.verdict_name().into(),
                count(stage.laws),
                worst.map_or("–", |law| law.law).into(),
                worst.map_or("–".into(), |law| quantity(law.value, law.unit)),
                worst.map_or("–".into(), |law| quantity(law.bound, law.unit)),
            ],
            key: Some(stage_key(stage.stage).into()),
            chosen: subject.stage() == Some(stage.stage),
        }
    });
    Table {
        title: "Stages",
        columns: vec!["stage", "verdict", "laws", "worst law", "deviation", "bound"],
        rows: rows.collect(),
    }
}

/// A name with a capital letter.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
