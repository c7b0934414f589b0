//! How wide time brackets are: what rounding takes, and not much more; or what is asked.

use super::*;

/// Widths along the way in units of `EPS` and the size, in order.
fn widths(dice: &mut Dice, mut bodies: impl FnMut(&mut Dice) -> [Recipe; 2]) -> Vec<f64> {
    let mut widths = Vec::new();
    for _ in 0..400 {
        let bodies = bodies(dice);
        let scene = scene(dice, bodies);
        for answer in scene.answers_to(Options { relative: 0.0, ..Options::default() }) {
            if answer.1.outcome == Outcome::Hit {
                widths.push(scene.hold(&answer) / f64::from(EPS));
            }
        }
    }
    widths.sort_by(f64::total_cmp);
    widths
}

#[test]
fn brackets_are_about_as_narrow_as_rounding_allows() {
    let mut dice = Dice::new(79);
    let cornered = widths(&mut dice, |dice| [polytope(dice), polytope(dice)]);
    let round = widths(&mut dice, |dice| [curved(dice), curved(dice)]);
    // Where the frame is not computed finer than it is kept, it is most of what is counted.
    let single = EPS > 1.0e-10;
    let [half, most] = if single { [72.0, 144.0] } else { [128.0, 256.0] };
    // In double precision it is the search on curved bodies that ends before rounding does, where they graze.
    let grazing = if single { most } else { 4096.0 };
    for (name, widths, most) in [("cornered", cornered, most), ("curved", round, grazing)] {
        let at = |share: f64| widths[(share * widths.len() as f64) as usize];
        assert!(widths.len() > 150 && at(0.5) < half && at(0.9) < most, "{name} {} {}", at(0.5), at(0.9));
    }
}

/// A search that may leave a wider bracket is over sooner, and still holds what it says.
#[test]
fn a_bracket_is_as_wide_as_is_asked_and_takes_fewer_steps_the_wider() {
    let mut dice = Dice::new(80);
    let (mut steps, mut hits) = ([0, 0], 0);
    for _ in 0..400 {
        let bodies = [curved(&mut dice), curved(&mut dice)];
        let scene = scene(&mut dice, bodies);
        let asked =
            [1.0e-3, 0.0].map(|relative| scene.answers_to(Options { relative, ..Options::default() }).remove(0));
        let [wide, narrow] = &asked;
        assert_eq!(wide.1.outcome.hit(), narrow.1.outcome.hit(), "{wide:?} {narrow:?}");
        if wide.1.outcome != Outcome::Hit || narrow.1.outcome != Outcome::Hit {
            continue;
        }
        hits += 1;
        let [(wide, most), (narrow, least)] =
            asked.each_ref().map(|(_, answer)| ([answer.lower, answer.upper.unwrap()], answer.iterations));
        steps = [steps[0] + most, steps[1] + least];
        assert!(wide[0] <= narrow[1] && narrow[0] <= wide[1], "{wide:?} {narrow:?} of one contact");
        assert!(wide[1] - wide[0] <= 1.001e-3 * wide[1] || wide[1] - wide[0] <= narrow[1] - narrow[0], "{wide:?}");
        let n = asked[0].1.normal.unwrap();
        let [a, b] = asked[0].1.witness.unwrap();
        let way = scene.velocities[1] - scene.velocities[0];
        assert!(
            (n.length() - 1.0).abs() < 8.0 * EPS && (a - b).length() <= 1.1e-3 * way.length() * wide[1],
            "{asked:?}"
        );
    }
    assert!(hits > 80 && steps[0] < steps[1] * 3 / 4, "{hits} hits, {steps:?}");
}
