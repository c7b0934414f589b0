//! Half-spaces in scenes and batches: what can be asked of a body without an end, and what is said where it cannot.

use contact_lens::check::Precision;
use contact_lens::cli::batch::Batch;
use contact_lens::{play, scene};
use serde_json::{Value, json};

fn reply(precision: Precision, line: &Value) -> Value {
    let batch = Batch { precision, ..Batch::default() };
    serde_json::from_str(&batch.reply(1, line.to_string().as_bytes())).unwrap()
}

fn ground() -> Value {
    json!({ "shape": { "type": "halfspace", "normal": [0, 2, 0], "offset": 0.5 }, "margin": 0.25 })
}

fn cube(y: f64) -> Value {
    json!({ "shape": { "type": "box", "half_extents": [1, 1, 1] }, "position": [0, y, 0] })
}

#[test]
fn batches_answer_by_the_closed_form() {
    for precision in Precision::BOTH {
        let near = |found: &Value, wanted: f64| (found.as_f64().unwrap() - wanted).abs() < 4e-6;
        let found = reply(precision, &json!({ "a": ground(), "b": cube(2.0) }));
        assert!(near(&found["signed_distance"], 0.25) && found["status"] == "separated", "{found}");
        assert_eq!((&found["normal"], &found["witness_b"][1]), (&json!([0.0, 1.0, 0.0]), &json!(1.0)));
        let found = reply(precision, &json!({ "op": "intersects", "a": cube(1.5), "b": ground() }));
        assert_eq!((&found["intersects"], &found["status"]), (&json!(true), &json!("penetrating")));
        let found = reply(precision, &json!({ "op": "intersects", "a": cube(3.0), "b": ground() }));
        assert_eq!((&found["intersects"], &found["axis"]), (&json!(false), &json!([0.0, -1.0, 0.0])));
        let mut flying = cube(3.75);
        flying["velocity"] = json!([3, -4, 0]);
        for method in ["raycast", "advance"] {
            let found = reply(precision, &json!({ "op": "cast", "a": ground(), "b": flying, "method": method }));
            assert!(found["hit"] == true && near(&found["t_first"], 0.5), "{found}");
            assert!(found["lower"].as_f64() <= Some(0.5) && found["upper"].as_f64() >= Some(0.5), "{found}");
        }
        let found = reply(precision, &json!({ "op": "manifold", "a": ground(), "b": cube(1.5) }));
        let points = found["points"].as_array().unwrap();
        assert!(points.len() == 4 && points.iter().all(|p| near(&p["depth"], 0.25)), "{found}");
        let ray = json!({ "op": "ray", "origin": [0, 3, 0], "direction": [0, -2, 0], "t_max": 4, "b": ground() });
        let found = reply(precision, &ray);
        assert_eq!(
            (&found["t"], &found["normal"], &found["exit"]),
            (&json!(1.125), &json!([0.0, 1.0, 0.0]), &json!(null))
        );
        let flat = json!({ "op": "ray", "dim": 2, "origin": [0, 3], "direction": [1, -1], "t_max": 4,
            "b": { "shape": { "type": "halfspace", "normal": [0, 3], "offset": 1 } } });
        assert_eq!(reply(precision, &flat)["point"], json!([2.0, 1.0]));
    }
}

/// All below a plane with this normal, at this height.
fn below(normal: [f64; 3], y: f64) -> Value {
    json!({ "shape": { "type": "halfspace", "normal": normal, "offset": 0 }, "position": [0, y, 0] })
}

#[test]
fn two_half_spaces_have_a_gap_or_overlap_without_a_bound() {
    for precision in Precision::BOTH {
        let asked = |op: &str, a: &Value, b: &Value, dim: u8| {
            reply(precision, &json!({ "op": op, "a": a, "b": b, "dim": dim }))
        };
        for (y, distance, status) in [(2.5, 1.75, "separated"), (0.25, -0.5, "penetrating"), (0.75, 0.0, "touching")] {
            let down = below([0.0, -3.0, 0.0], y);
            let found = asked("distance", &ground(), &down, 3);
            assert_eq!((&found["signed_distance"], &found["status"]), (&json!(distance), &json!(status)), "{found}");
            assert_eq!((&found["normal"], &found["witness_a"][1]), (&json!([0.0, 1.0, 0.0]), &json!(0.75)), "{found}");
            assert!(found["lower"].as_f64() <= Some(distance) && found["upper"].as_f64() >= Some(distance), "{found}");
            let swapped = asked("distance", &down, &ground(), 3);
            assert_eq!((&swapped["signed_distance"], &swapped["normal"][1]), (&json!(distance), &json!(-1.0)));
            let yes = json!(match status {
                "separated" => Some(false),
                "penetrating" => Some(true),
                _ => None,
            });
            assert_eq!(asked("intersects", &ground(), &down, 3)["intersects"], yes, "{status}");
        }
        for (normal, dim) in [([1.0, -1.0, 0.0], 2), ([0.0, 1.0, 0.0], 3), ([1e-4, -1.0, 0.0], 3), ([0.0, 0.0, 1.0], 3)]
        {
            let found = asked("distance", &ground(), &below(normal, 100.0), dim);
            for field in ["signed_distance", "lower", "upper", "normal", "witness_a", "witness_b"] {
                assert_eq!(found.get(field), Some(&Value::Null), "{field}: {found}");
            }
            assert_eq!(found["status"], "unbounded");
            let found = asked("intersects", &below(normal, -7.0), &ground(), dim);
            assert_eq!((&found["intersects"], &found["status"]), (&json!(true), &json!("unbounded")), "{found}");
        }
        // Opposite within the rounding of two turns.
        let turned = |degrees: f64, normal: [f64; 3]| {
            let half = (0.5 * degrees).to_radians();
            json!({ "shape": { "type": "halfspace", "normal": normal, "offset": -1 }, "rotation": [0, half.sin(), 0, half.cos()] })
        };
        let found = asked("distance", &turned(37.0, [1.0, 0.0, 2.0]), &turned(37.0, [-1.0, 0.0, -2.0]), 3);
        assert!((found["signed_distance"].as_f64().unwrap() - 2.0).abs() < 2e-6, "{found}");
    }
}

#[test]
fn what_cannot_be_asked_of_a_body_without_an_end_names_its_field() {
    let sat = json!({ "op": "sat", "a": ground(), "b": cube(2.0) });
    let by_lines = json!({ "op": "cast", "method": "sat", "a": cube(2.0), "b": ground() });
    let no_normal = json!({ "shape": { "type": "halfspace", "normal": [0, 0, 0], "offset": 0 } });
    let inside = json!({ "shape": { "type": "inflate", "radius": 1, "shape": ground()["shape"] } });
    let tilted = json!({ "shape": { "type": "halfspace", "normal": [0, 1, 1], "offset": 0 } });
    for (line, field) in [
        (sat.clone(), "a.shape.type: "),
        (by_lines, "b.shape.type: "),
        (json!({ "op": "minkowski", "a": cube(0.0), "b": ground() }), "b.shape.type: "),
        (json!({ "op": "cast", "a": ground(), "b": ground() }), "b.shape.type: must not be a half-space as well"),
        (json!({ "op": "manifold", "a": ground(), "b": ground() }), "b.shape.type: must not be a half-space as well"),
        (json!({ "op": "mass", "shape": ground()["shape"] }), "shape: a half-space is unbounded"),
        (json!({ "a": no_normal, "b": cube(0.0) }), "a.shape.normal: must not be the zero vector"),
        (json!({ "a": inside, "b": cube(0.0) }), "a.shape.shape.type: a half-space cannot be a child of another shape"),
        (json!({ "dim": 2, "a": tilted, "b": { "shape": { "type": "sphere", "radius": 1 } } }), "a.shape.normal[2]: "),
    ] {
        let said = reply(Precision::F64, &line)["error"].as_str().map(String::from).unwrap_or_default();
        assert!(said.contains(field), "{line}: {said}");
    }
    // Beyond the first precision's numbers it is no normal there.
    let tiny =
        json!({ "a": { "shape": { "type": "halfspace", "normal": [0, 1e-60, 0], "offset": 0 } }, "b": cube(2.0) });
    assert_eq!(reply(Precision::F64, &tiny)["signed_distance"], json!(1.0));
    assert!(reply(Precision::F32, &tiny)["error"].as_str().is_some_and(|said| said.contains("a.shape.normal")));
}

/// A body of boxes, balls and capsules about its origin.
fn of_parts(k: u64) -> Value {
    let unit =
        |salt: u64| ((k * 1_000 + salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / 9_007_199_254_740_992.0;
    let part = |i: u64| {
        let shape = match (k + i) % 3 {
            0 => json!({ "type": "box", "half_extents": [0.2 + unit(10 * i), 0.3, 0.1 + unit(10 * i + 1)] }),
            1 => json!({ "type": "sphere", "radius": 0.1 + unit(10 * i + 2) }),
            _ => json!({ "type": "capsule", "radius": 0.1, "half_height": 0.2 + unit(10 * i + 3) }),
        };
        let at = [4, 5, 6].map(|salt| 3.0 * unit(10 * i + salt) - 1.5);
        let [x, y, z] = [7, 8, 9].map(|salt| unit(10 * i + salt) - 0.5);
        let one = (x * x + y * y + z * z + 1.0_f64).sqrt();
        json!({ "shape": shape, "position": at, "rotation": [x / one, y / one, z / one, 1.0 / one] })
    };
    json!({ "shape": { "type": "compound", "parts": (0..2 + k % 5).map(part).collect::<Vec<_>>() } })
}

#[test]
fn of_a_body_of_parts_the_lowest_decides() {
    let asked = |precision, op: &str, b: &Value, method: &str| {
        let mut line = json!({ "op": op, "a": ground(), "b": b });
        if op == "cast" {
            (line["method"], line["t_max"]) = (json!(method), json!(9));
        } else {
            line["b"].as_object_mut().unwrap().remove("velocity");
        }
        reply(precision, &line)
    };
    for precision in Precision::BOTH {
        for k in 0..40 {
            let mut body = of_parts(k);
            (body["position"], body["velocity"]) = (json!([0, 4, 0]), json!([0.5, -1, 0]));
            let parts = body["shape"]["parts"].as_array().unwrap().clone();
            let alone = |i: usize| {
                let mut part = parts[i].clone();
                part["position"][1] = json!(part["position"][1].as_f64().unwrap() + 4.0);
                part["velocity"] = body["velocity"].clone();
                part
            };
            for (op, method, number) in
                [("distance", "", "signed_distance"), ("cast", "raycast", "t_first"), ("cast", "advance", "t_first")]
            {
                let found = asked(precision, op, &body, method);
                let of = |i: usize| asked(precision, op, &alone(i), method)[number].as_f64().unwrap();
                let least = (0..parts.len()).map(of).fold(f64::INFINITY, f64::min);
                let off = (found[number].as_f64().unwrap() - least).abs();
                assert!(off < if precision == Precision::F64 { 1e-12 } else { 1e-5 }, "{off}: {found}");
                let decides = found["part_b"][0].as_u64().unwrap() as usize;
                assert!((of(decides) - least).abs() < 1e-5 && found["lower"].as_f64() <= found["upper"].as_f64());
            }
            let apart = asked(precision, "intersects", &body, "");
            assert_eq!((&apart["intersects"], &apart["part_b"]), (&json!(false), &json!(null)), "{apart}");
            body["position"][1] = json!(0);
            let inside = asked(precision, "intersects", &body, "");
            assert_eq!((&inside["intersects"], inside["part_b"].is_array()), (&json!(true), true), "{inside}");
        }
    }
}

#[test]
fn contacts_of_a_body_of_parts_are_those_of_each() {
    for precision in Precision::BOTH {
        for k in 0..40 {
            let mut body = of_parts(k);
            body["position"] = json!([0, 0.8, 0]);
            let parts = body["shape"]["parts"].as_array().unwrap().clone();
            let found = reply(precision, &json!({ "op": "manifold", "a": ground(), "b": body, "margin": 0.05 }));
            let told = found["parts"].as_array().unwrap();
            let mut count = 0;
            for (i, part) in parts.iter().enumerate() {
                let mut alone = part.clone();
                alone["position"][1] = json!(alone["position"][1].as_f64().unwrap() + 0.8);
                let own = reply(precision, &json!({ "op": "manifold", "a": ground(), "b": alone, "margin": 0.05 }));
                let of = told.iter().find(|of| of["part_b"] == json!([i]));
                let points = |value: &Value| value["points"].as_array().map_or(0, Vec::len);
                assert_eq!(of.map_or(0, points), points(&own), "part {i}: {found} and {own}");
                count += usize::from(points(&own) > 0);
            }
            assert_eq!(told.len(), count, "{found}");
        }
    }
}

#[test]
fn overlap_alone_is_not_asked_of_parts_on_a_half_space() {
    let shipped = scene::shipped("halfspace-parts").unwrap();
    for algorithm in ["boolean_gjk", "isa_gjk", "gjk"] {
        let mut text: Value = serde_json::from_str(shipped.text).unwrap();
        text["queries"] = json!([{ "name": "q", "algorithm": algorithm, "a": "floor", "b": "table" }]);
        let read = scene::parse("f", text.to_string().as_bytes()).unwrap();
        let refused = play::answer(Precision::F64, &read, &read.queries[0], 0).unwrap_err();
        assert!(refused.field.starts_with("bodies[") && refused.field.ends_with("shape.type"), "{refused}");
    }
}

#[test]
fn a_triangle_that_is_met_from_behind_is_left_out() {
    let tent = |one_sided: bool| {
        json!({ "shape": { "type": "triangle_mesh", "vertices": [[-1, 0, -1], [1, 0, -1], [0, 0, 1], [0, 1, 0]],
            "triangles": [[0, 1, 2], [0, 3, 1]], "one_sided": one_sided }, "position": [0, 2, 0] })
    };
    let both = reply(Precision::F64, &json!({ "a": ground(), "b": tent(false) }));
    assert_eq!(both["signed_distance"], json!(1.25), "{both}");
    let front = reply(Precision::F64, &json!({ "a": ground(), "b": tent(true) }));
    // The first triangle looks down at the ground, the second away from it.
    assert_eq!((&front["signed_distance"], &front["part_b"]), (&json!(1.25), &json!([0])), "{front}");
}

#[test]
fn a_scene_is_saved_as_it_is_read() {
    let shipped = scene::shipped("planar-halfspace").unwrap();
    let read = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
    let saved = scene::save::to_string(&read).unwrap();
    assert_eq!(scene::parse("again", saved.as_bytes()).unwrap(), read);
    assert!(saved.contains("\"type\": \"halfspace\""), "{saved}");
}

#[test]
fn bodies_turn_where_a_cast_advances() {
    let rod = json!({ "shape": { "type": "box", "half_extents": [2, 0.125, 0.125] }, "angular_velocity": [0, 0, 1] });
    let ball = json!({ "shape": { "type": "sphere", "radius": 0.5 }, "position": [0, 1.5, 0] });
    let cast = |a: &Value, b: &Value, method: &str, dim: u8| json!({ "op": "cast", "dim": dim, "a": a, "b": b, "method": method, "t_max": 4 });
    let wanted = std::f64::consts::FRAC_PI_2 - (0.625_f64 / 1.5).asin();
    for precision in Precision::BOTH {
        let found = reply(precision, &cast(&rod, &ball, "advance", 3));
        let t = found["t_first"].as_f64().unwrap();
        assert!(found["hit"] == true && (t - wanted).abs() < 1e-4, "{found} {wanted}");
        assert!(found["lower"].as_f64() <= Some(t) && found["upper"].as_f64() >= Some(t), "{found}");
        let flat = json!({ "shape": { "type": "box", "half_extents": [2, 0.125] }, "angular_velocity": 1 });
        let disc = json!({ "shape": { "type": "sphere", "radius": 0.5 }, "position": [0, 1.5] });
        let found = reply(precision, &cast(&flat, &disc, "advance", 2));
        assert!((found["t_first"].as_f64().unwrap() - wanted).abs() < 1e-4, "{found}");
        // The end of a rod that turns comes down to the ground when it has turned by this.
        let low = json!({ "shape": { "type": "halfspace", "normal": [0, 1, 0], "offset": -1 } });
        let found = reply(precision, &cast(&low, &rod, "advance", 3));
        let reach = 2f64.hypot(0.125);
        let wanted = (1.0 / reach).asin() - (0.125 / reach).asin();
        assert!((found["t_first"].as_f64().unwrap() - wanted).abs() < 1e-4, "{found} {wanted}");
        let far = json!({ "shape": { "type": "sphere", "radius": 0.5 }, "position": [0, 3, 0] });
        let found = reply(precision, &cast(&rod, &far, "advance", 3));
        assert!(found["hit"] == false && (found["gap"].as_f64().unwrap() - 0.496).abs() < 0.01, "{found}");
    }
    let ground = ground();
    let mut spun = ground.clone();
    spun["angular_velocity"] = json!([0, 0, 1]);
    for (line, field) in [
        (cast(&rod, &ball, "raycast", 3), "a.angular_velocity: has no effect"),
        (cast(&spun, &ball, "advance", 3), "a.angular_velocity: a half-space must not rotate"),
        (json!({ "a": rod, "b": ball }), "a.angular_velocity: unknown field"),
        (
            cast(&json!({ "shape": { "type": "sphere", "radius": 1 }, "angular_velocity": 1 }), &ball, "advance", 3),
            "a.angular_velocity: must be a list of three numbers",
        ),
    ] {
        let said = reply(Precision::F64, &line)["error"].as_str().map(String::from).unwrap_or_default();
        assert!(said.contains(field), "{line}: {said}");
    }
}
