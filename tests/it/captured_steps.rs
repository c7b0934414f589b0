//! Whole steps that the printed capture writers write: from C and C++, and from MuJoCo and rapier where Python has them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn printed(language: &str) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_contact-lens")).args(["capture", "--language", language]).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Whether a command runs without an error.
fn runs(name: &str, arguments: &[&str]) -> bool {
    Command::new(name).args(arguments).output().is_ok_and(|output| output.status.success())
}

fn done(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Values of the `step` lines of a capture.
fn steps(capture: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(capture).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|line| line.get("step").cloned()).collect()
}

/// C program that writes a step of a ball on a floor, a step without items, and a step whose items come out of order.
const USER: &str = r#"
#include "contact_lens.h"
int main(int argc, char **argv) {
    FILE *out = fopen(argv[argc - 1], "w");
    double gravity[3] = {0, -9.81, 0}, zero[3] = {0, 0, 0}, unit[4] = {0, 0, 0, 1}, x[3] = {0, 0.1 + 0.2, 0}, v[3] = {0, -1, 0};
    double inertia[3] = {0.072, 0.072, 0.072}, jacobian[12] = {0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0}, friction[3] = {0.25, 0, 0};
    cl_step step = cl_step_of(1.0 / 60.0, gravity);
    cl_step_body_data floor_ = cl_body_of("floor", "static"), ball = cl_body_of("ball", "dynamic");
    cl_contact_data contact = cl_contact_of("floor", "ball");
    cl_joint_data joint = cl_joint_of("rod", "distance", "floor", "ball");
    cl_row_data row = cl_row_of("normal", "floor", "ball", jacobian);
    cl_begin(out, "ball", "my engine 3.1");
    cl_sphere(out, "ball", 0.3, x, unit);
    step.precision = "f32"; step.model = "{\"solve\":\"sequential\",\"iterations\":10}"; step.more = "\"excluded\":[]";
    step.pairs = step.contacts = step.joints = step.rows = 1;
    floor_.shape = "{\"type\":\"halfspace\",\"normal\":[0,1,0]}";
    ball.mass = 2; ball.inertia = inertia; ball.inertia_count = 3; ball.uniform = 1; ball.group = 1; ball.mask = 65535;
    ball.before.position = x; ball.before.rotation = unit; ball.before.velocity = v; ball.before.angular_velocity = zero;
    contact.normal[1] = 1; contact.gap = -1e-3; contact.position = zero; contact.impulse = 2.327; contact.friction_impulse = friction;
    joint.length = 1.25; joint.anchor_b = zero;
    row.contact = 0; row.lower = 0; row.impulse = 2.327; row.effective_mass = 2;
    cl_step_begin(out, &step);
    cl_step_body(out, &floor_); cl_step_body(out, &ball);
    cl_step_pair(out, "floor", "ball", 1); cl_step_pair(out, "floor", "other", 0);
    cl_contact(out, &contact);
    cl_step_joint(out, &joint);
    cl_row(out, &row);
    row = cl_row_of("0", "floor", "ball", jacobian); row.joint = 0; cl_row(out, &row);
    cl_step_end(out);
    cl_step_begin(out, &step); cl_step_end(out);
    cl_step_begin(out, &step); cl_row(out, &row); cl_contact(out, &contact); cl_step_end(out);
    return fclose(out);
}
"#;

#[test]
fn the_header_writes_steps_in_c_and_cpp() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("contact_lens.h"), printed("c")).unwrap();
    std::fs::write(path("user.c"), USER).unwrap();
    let mut written: Vec<Vec<u8>> = Vec::new();
    for (compiler, flags) in [("cc", ["-std=c99", "-x", "c"]), ("c++", ["-std=c++11", "-x", "c++"])] {
        if !runs(compiler, &["--version"]) {
            println!("no {compiler} here: the steps that it would compile are not tested");
            continue;
        }
        let warnings = ["-Wall", "-Wextra", "-pedantic", "-Werror"];
        let (built, capture) = (path(compiler), path("steps.jsonl"));
        done(Command::new(compiler).args(flags).args(warnings).arg(path("user.c")).arg("-o").arg(&built).arg("-lm"));
        done(Command::new(built).arg(&capture));
        written.push(std::fs::read(&capture).unwrap());
        let steps = steps(&capture);
        assert_eq!(steps.len(), 3);
        let whole = &steps[0];
        assert_eq!(whole["engine"], "my engine 3.1");
        assert_eq!(whole["model"]["iterations"], 10);
        assert_eq!(whole["bodies"][1]["before"]["position"][1], 0.1 + 0.2, "every bit is kept");
        assert_eq!(whole["bodies"][1]["mask"], 65535);
        assert!(whole["bodies"][0].get("mass").is_none(), "unknown fields are not written");
        assert_eq!(whole["broad_phase"]["pairs"][0][1], "ball");
        assert_eq!(whole["broad_phase"]["filtered"][0][1], "other");
        assert_eq!(whole["contacts"][0]["friction_impulse"][0], 0.25);
        assert_eq!(whole["joints"][0]["length"], 1.25);
        assert_eq!((&whole["rows"][0]["part"], &whole["rows"][1]["part"]), (&Value::from("normal"), &Value::from(0)));
        for list in ["contacts", "joints", "rows"] {
            assert_eq!(steps[1][list], Value::Array(Vec::new()), "{list} are given, and there are none");
        }
        assert_eq!(steps[2]["rows"].as_array().map(Vec::len), Some(1));
        let text = String::from_utf8_lossy(&written[0]).into_owned();
        assert!(text.contains("1 came after a later section"), "{text}");
    }
    assert!(written.windows(2).all(|pair| pair[0] == pair[1]), "C and C++ write the same bytes");
}

#[test]
fn the_solver_of_bullet_comes_with_the_header() {
    let text = printed("cpp-bullet");
    assert!(text.starts_with(&printed("c")), "the class uses the functions of the header");
    assert!(text.contains("class cl_bullet_solver : public btSequentialImpulseConstraintSolver"));
}

/// Runs a script with the printed module in a folder and returns the steps that it captured into `steps.jsonl`; `None`
/// where Python has no such package.
fn captured(package: &str, script: &str) -> Option<Vec<Value>> {
    if !runs("python3", &["-c", &format!("import {package}")]) {
        println!("Python has no {package} here: its steps are not tested");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("contact_lens_capture.py"), printed("python")).unwrap();
    done(Command::new("python3").args(["-c", script]).current_dir(folder.path()));
    Some(steps(&folder.path().join("steps.jsonl")))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// A ball falls on a plane, 40 steps of each way to integrate.
const MUJOCO: &str = r#"
import mujoco
from contact_lens_capture import capture
model = mujoco.MjModel.from_xml_string("""<mujoco><option timestep="0.002"/><worldbody>
<geom name="floor" type="plane" size="1 1 .1"/><body pos="0 0 .1"><freejoint/><geom name="ball" size=".1"/></body>
</worldbody></mujoco>""")
data = mujoco.MjData(model)
data.qvel[:] = [1, 0, -1, 0, 2, 0]
record = capture(model, path="steps.jsonl")
for k in range(40):
    record.step(data, gap_tolerance=1e-7)
"#;

#[test]
fn steps_of_mujoco_obey_its_equation_of_motion() {
    let Some(steps) = captured("mujoco", MUJOCO) else { return };
    assert_eq!(steps.len(), 40);
    let mut rows = 0;
    for step in &steps {
        let of = &step["generalized"];
        let free = numbers(&of["smooth_acceleration"]);
        let mut force = vec![0.0; free.len()];
        for row in step["rows"].as_array().unwrap() {
            let impulse = row["impulse"].as_f64().unwrap();
            force.iter_mut().zip(numbers(&row["jacobian"])).for_each(|(sum, part)| *sum += part * impulse);
            rows += 1;
        }
        let change: Vec<f64> = numbers(&of["acceleration"]).iter().zip(&free).map(|(a, free)| a - free).collect();
        for (line, force) in of["mass_matrix"].as_array().unwrap().iter().zip(force) {
            let inertial: f64 = numbers(line).iter().zip(&change).map(|(mass, change)| mass * change).sum();
            assert!((inertial - force).abs() < 1e-6 * (1.0 + force.abs()), "{inertial} N and {force} N");
        }
        let starts = numbers(&of["velocity_before"]).iter().zip(numbers(&of["velocity_after"])).len();
        assert_eq!((starts, step["bodies"].as_array().map(Vec::len)), (6, Some(2)));
    }
    assert!(rows > 0, "the ball touches the plane");
}

/// A crate falls on the ground.
const RAPIER: &str = r#"
import rapier3d
from contact_lens_capture import capture
world = rapier3d.PhysicsWorld(gravity=(0, -9.81, 0))
world.add_body(rapier3d.RigidBody.fixed().translation((0, -0.5, 0)), [rapier3d.Collider.cuboid(5, 0.5, 5)])
world.add_body(rapier3d.RigidBody.dynamic().translation((0, 0.51, 0)), [rapier3d.Collider.cuboid(0.4, 0.5, 0.3)])
record = capture(world, path="steps.jsonl")
for k in range(20):
    record.step()
"#;

#[test]
fn impulses_of_rapier_change_the_velocity() {
    let Some(steps) = captured("rapier3d", RAPIER) else { return };
    assert_eq!(steps.len(), 20);
    let mut pushed = 0.0f64;
    for step in &steps {
        let crate_ = &step["bodies"][1];
        let vertical = |when: &str| crate_[when]["velocity"][1].as_f64().unwrap();
        let contacts = step["contacts"].as_array().unwrap();
        let sum: f64 = contacts
            .iter()
            .map(|contact| contact["impulse"].as_f64().unwrap() * contact["normal"][1].as_f64().unwrap())
            .sum();
        let gained = crate_["mass"].as_f64().unwrap() * (vertical("after") - vertical("before") + 9.81 / 60.0);
        assert!((gained - sum).abs() < 1e-5, "{gained} N s gained, {sum} N s captured");
        pushed = pushed.max(sum);
    }
    assert!(pushed > 0.01, "the ground pushes the crate");
}
