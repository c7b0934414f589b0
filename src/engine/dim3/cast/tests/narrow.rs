//! How wide time brackets are: what rounding takes, and not much more.

use super::*;

/// Widths along the way in units of `EPS` and the size, in order.
fn widths(dice: &mut Dice, mut bodies: impl FnMut(&mut Dice) -> [Recipe; 2]) -> Vec<f64> {
    let mut widths = Vec::new();
    for _ in 0..400 {
        let bodies = bodies(dice);
        let scene = scene(dice, bodies);
        for answer in scene.answers() {
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
