//! Checks of queries that simulate a world. Each precision has one run whose frames are judged, and a second run that
//! must repeat the first bit for bit; the first frames of both precisions are compared with each other.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use contact_lens_lesson::Verdict;
use contact_lens_model::answer::{Exact, WorldFinding};
use contact_lens_play::{self as play, Compared, Precision, RunEnd};
use contact_lens_scene::model::{Ask, Query, Scene, WorldExpect, WorldOptions};

use super::judge::world::World;
use super::{Case, Claim, Failure, FailureKind, UnmetField, Violation, expect, unmet_by_world};

/// Last frame, from 0, in which the two precisions are compared: their difference grows from contact to contact.
const LAST_COMPARED_FRAME: usize = 10;

/// Allowed difference of a body's position and angle between the precisions, as a fraction of 1 plus the magnitudes of
/// its position, angle and velocities.
const ALLOWED_DIFFERENCE: f64 = 1e-2;

/// Judges a world query over all its frames; returns an empty case for any other query.
pub(super) fn check_query(scene: &Scene, query: &Query) -> Case {
    let started = Instant::now();
    let Ask::World { options, expect } = &query.ask else { return empty_case(scene, query) };
    let mut check = WorldCheck {
        scene,
        query,
        options,
        expect,
        failures: Vec::new(),
        seen: HashSet::new(),
        failed_runs: 0,
        external: Vec::new(),
    };
    let [(double, verdict), (single, _)] = Precision::BOTH.map(|precision| check.run(precision));
    check.cross_check(&double, &single);
    let last = options.steps() as usize;
    for message in verdict.iter().flat_map(|verdict| expect::unmet(query, verdict, &[])) {
        check.fail(FailureKind::Expectation, &message.clone(), last, Precision::F64, message);
    }
    let WorldCheck { failures, failed_runs, external, .. } = check;
    Case {
        frames: last + 1,
        verdict,
        expectations: query.ask.expectation().count(),
        failures,
        open: failed_runs,
        expected_open: if expect.outcome.is_some() { failed_runs } else { 0 },
        external: largest_differences(external),
        time: started.elapsed(),
        ..empty_case(scene, query)
    }
}

/// Keeps, for each external engine and value, the frame with the largest difference.
fn largest_differences(rows: Vec<(usize, Compared)>) -> Vec<(usize, Compared)> {
    let mut largest: Vec<(usize, Compared)> = Vec::new();
    for (frame, row) in rows {
        match largest.iter_mut().find(|(_, other)| (&other.engine, &other.quantity) == (&row.engine, &row.quantity)) {
            Some(kept) if difference_size(&row) > difference_size(&kept.1) => *kept = (frame, row),
            Some(_) => {}
            None => largest.push((frame, row)),
        }
    }
    largest
}

/// Returns a case without frames, answer and failures.
fn empty_case(scene: &Scene, query: &Query) -> Case {
    Case {
        scene: scene.name.clone(),
        query: query.name.clone(),
        frames: 0,
        verdict: None,
        expectations: 0,
        failures: Vec::new(),
        open: 0,
        expected_open: 0,
        external: Vec::new(),
        time: std::time::Duration::ZERO,
        hulls: Vec::new(),
    }
}

/// Returns every claim of a world's frame that does not hold. Simulates the previous frame again, for comparison.
pub fn verify(scene: &Scene, query: &Query, precision: Precision, finding: &WorldFinding) -> Vec<Violation> {
    let Some(judge) = World::new(scene, query, precision.eps()) else { return Vec::new() };
    let before = finding.frame.checked_sub(1).and_then(|frame| {
        let mut before = None;
        let simulation = play::open_simulation(precision, scene, query).ok()?;
        simulation.play(&[frame as u32], &mut |finding| before = Some(finding));
        before
    });
    judge.verify(before.as_ref(), finding)
}

/// Check of one world, with its results so far.
struct WorldCheck<'a> {
    scene: &'a Scene,
    query: &'a Query,
    options: &'a WorldOptions,
    expect: &'a WorldExpect,
    failures: Vec<Failure>,
    /// Kinds and fields of failures already reported, by precision: an error in one frame mostly recurs in all later
    /// ones.
    seen: HashSet<(String, Precision)>,
    /// Number of precisions in which the run ended before its last frame.
    failed_runs: usize,
    /// Results of external engines, compared with the `f64` answer, by frame.
    external: Vec<(usize, Compared)>,
}

impl WorldCheck<'_> {
    /// Adds a failure, unless one of this kind about the same `field` (of the expectations, or empty) was added in this
    /// precision.
    fn fail(&mut self, kind: FailureKind, field: &str, frame: usize, precision: Precision, message: String) {
        if self.seen.insert((format!("{kind:?} {field}"), precision)) {
            let lesson = play::lesson(precision, self.scene, self.query, frame);
            let step = lesson.map_or(0, |lesson| lesson.steps() - 1);
            self.failures.push(Failure { kind, frame, precision, step, message });
        }
    }

    /// Runs the world in one precision twice, to compare the runs. Returns the frames up to the last compared one, and
    /// the last answer; none if the engine refuses the query.
    fn run(&mut self, precision: Precision) -> (Vec<WorldFinding>, Option<Verdict>) {
        let simulation = match play::open_simulation(precision, self.scene, self.query) {
            Ok(simulation) => simulation,
            Err(error) => {
                self.fail(FailureKind::Refused, "", 0, precision, error.to_string());
                return (Vec::new(), None);
            }
        };
        let frames: Vec<u32> = (0..=self.options.steps()).collect();
        let judge = World::new(self.scene, self.query, precision.eps());
        let mut compared = Vec::new();
        let mut hashes = Vec::new();
        let mut before = None;
        let run_end = simulation.play(&frames, &mut |finding| {
            hashes.push(hash_of(&finding));
            let violations = judge.as_ref().map_or(Vec::new(), |judge| judge.verify(before.as_ref(), &finding));
            for Violation { claim, message } in violations {
                self.fail(FailureKind::Certificate(claim), "", finding.frame, precision, message);
            }
            if precision == Precision::F64 {
                self.check_expectations(&finding);
                if self.query.theirs.iter().any(|theirs| theirs.frame as usize == finding.frame) {
                    let verdict = simulation.verdict(finding.clone(), None);
                    let rows = play::compare(self.query, &verdict, finding.frame);
                    self.external.extend(rows.into_iter().map(|row| (finding.frame, row)));
                }
            }
            if finding.frame <= LAST_COMPARED_FRAME {
                compared.push(finding.clone());
            }
            before = Some(finding);
        });
        if let Some(RunEnd::Diverged { frame, .. } | RunEnd::TooLarge { frame, .. }) = run_end {
            self.failed_runs += 1;
            self.fail_unreached(frame, precision);
        }
        let mut repeated_hashes = Vec::new();
        simulation.play(&frames, &mut |finding| repeated_hashes.push(hash_of(&finding)));
        self.check_repeat(&hashes, &repeated_hashes, precision);
        (compared, before.map(|last| simulation.verdict(last, run_end.as_ref())))
    }

    /// Reports the expectations that a frame of the `f64` run does not meet.
    fn check_expectations(&mut self, finding: &WorldFinding) {
        let last = self.options.steps() as usize;
        for UnmetField { field, message } in unmet_by_world(self.expect, self.scene, finding, last) {
            self.fail(FailureKind::Expectation, &field, finding.frame, Precision::F64, message);
        }
    }

    /// Reports the first frame whose hash differs between a run and its repetition.
    fn check_repeat(&mut self, hashes: &[u64], repeated: &[u64], precision: Precision) {
        if let Some(frame) = (0..hashes.len()).find(|frame| repeated.get(*frame) != hashes.get(*frame)) {
            let message =
                String::from("a second run of the same world gives different numbers: the run is not reproducible");
            self.fail(FailureKind::Certificate(Claim::Repeat), "", frame, precision, message);
        }
    }

    /// Reports that expectations are about frames that a run did not reach; `first_missing` (≥ 1) is the frame in which
    /// it failed. Only the `f64` run has expectations.
    fn fail_unreached(&mut self, first_missing: usize, precision: Precision) {
        let expect = self.expect;
        let last = self.options.steps();
        let mut states = expect.states.iter().flatten();
        let expects_state = states.any(|state| state.frame.unwrap_or(last) as usize >= first_missing);
        let expects_all_frames =
            expect.rests_by.is_some() || expect.penetration_at_most.is_some() || expect.joint_error_at_most.is_some();
        if precision == Precision::F64 && (expects_state || expects_all_frames) {
            let last_frame = first_missing - 1;
            let message = format!("a later frame has expectations, but the run ends with frame {last_frame}");
            self.fail(FailureKind::Expectation, "", last_frame, precision, message);
        }
    }

    /// Compares the first frames in `f64` and `f32` as long as both have the same contact points. Reports the first
    /// body whose pose differs.
    fn cross_check(&mut self, double_frames: &[WorldFinding], single_frames: &[WorldFinding]) {
        let frames = double_frames.iter().zip(single_frames);
        for (double, single) in frames.take_while(|(double, single)| contact_ids(double).eq(contact_ids(single))) {
            let differing = double.bodies.iter().zip(&single.bodies).position(|(p, q)| {
                let size = p.position.length() + p.velocity.length() + p.angle.abs() + p.angular_velocity.abs();
                let difference = (p.position - q.position).length() + (p.angle - q.angle).abs();
                difference > ALLOWED_DIFFERENCE * (1.0 + size)
            });
            if let Some(body) = differing {
                let name = &double.names[body];
                let message = format!(
                    "`{name}` is at {} m and {} rad in f32, at {} m and {} rad in f64",
                    single.bodies[body].position,
                    single.bodies[body].angle,
                    double.bodies[body].position,
                    double.bodies[body].angle
                );
                return self.fail(FailureKind::CrossCheck, "", double.frame, Precision::F32, message);
            }
        }
    }
}

/// Returns a hash of the poses, velocities, contact points and joints of a frame, equal for frames that are equal bit
/// for bit.
fn hash_of(finding: &WorldFinding) -> u64 {
    let mut hasher = DefaultHasher::new();
    let states = finding.bodies.iter().flat_map(|state| {
        [state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y, state.angular_velocity]
    });
    let points = finding.points().flat_map(|point| {
        [point.position.x, point.position.y, point.depth, point.normal_impulse, point.tangent_impulse]
    });
    let rows = finding.joints.iter().flat_map(|joint| joint.error.iter().chain(&joint.impulse).copied());
    states.chain(points).chain(rows).for_each(|x| x.to_bits().hash(&mut hasher));
    hasher.finish()
}

/// Returns the magnitude of the difference in a row; 0 where it is not a number.
fn difference_size(row: &Compared) -> f64 {
    match row.difference.exact {
        Some(Exact::Number(difference)) => difference.abs(),
        Some(Exact::Count(_) | Exact::Vector(_)) | None => 0.0,
    }
}

/// Returns the indices of both bodies and the id of every contact point.
fn contact_ids(finding: &WorldFinding) -> impl Iterator<Item = (u32, u32, &str)> {
    let contacts = finding.contacts.iter();
    contacts.flat_map(|contact| contact.points.iter().map(|point| (contact.a, contact.b, &*point.id)))
}
