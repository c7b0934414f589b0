//! An algorithm stepped by hand: every step of GJK narrows the bracket of the distance, and the state is readable in
//! between.

#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;

use contact_lens_engine::double::dim3::gjk::{Gjk, Options};
use contact_lens_engine::double::dim3::support::Cso;
use contact_lens_engine::double::{Collider, Pose, collider};
use contact_lens_engine::glam::{DQuat, DVec3};
use contact_lens_engine::step::Stepper;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a = Collider::cuboid(DVec3::new(0.5, 1.0, 0.75))?;
    let b = Collider::ellipsoid(DVec3::new(0.4, 0.6, 1.2))?;
    let at = Pose::new(DVec3::new(2.0, 1.5, 1.0), DQuat::from_scaled_axis(DVec3::new(0.3, -0.2, 0.9)));
    let [Some(shape_a), Some(shape_b)] = [a.shape(), b.shape()] else { return Err("both are convex".into()) };
    let cso = Cso::new(shape_a, &Pose::IDENTITY, shape_b, &at);
    let mut gjk = Gjk::new(cso, Options::default());
    let mut width = f64::INFINITY;
    let outcome = loop {
        let step = gjk.step();
        println!("step {:2}: {:.12} m ≤ distance ≤ {:.12} m", gjk.k, gjk.mu, gjk.upper);
        assert!(gjk.upper - gjk.mu <= width, "no step widens the bracket");
        width = gjk.upper - gjk.mu;
        if let ControlFlow::Break(outcome) = step {
            break outcome;
        }
    };
    println!("{outcome:?}");
    let found = collider::distance(&a, &Pose::IDENTITY, &b, &at)?;
    assert!((found.signed_distance - gjk.upper).abs() < 1.0e-7);
    Ok(())
}
