

def rapier_step(world, before, names, forms, contacts):
    """Step of a rapier3d.PhysicsWorld as a `step`: bodies, contacts and impulses along the normals. Rapier's Python module does not
    report friction, rows and the velocities by which it moved the poses, so that these are not given.

    before: result of rapier_states from before the step; names and forms: name and shape of every collider by its key;
    contacts: [(key of a, key of b, fields of the contact)]."""
    import rapier3d

    settings, gravity, after = world.integration_parameters, world.gravity, rapier_states(world)
    softness = settings.contact_softness
    colliders = {}
    for handle in world.colliders.handles():
        if rapier_key(handle) in names:
            collider = world.colliders.get(handle)
            owner = rapier_called(collider.parent)
            key = None if owner is None else rapier_key(owner)
            colliders.setdefault(key, []).append((rapier_key(handle), collider))
    bodies, owners = [], {}
    for body, parts in colliders.items():
        groups = [parts] if body is not None else [[part] for part in parts]
        for group in groups:
            name = names[group[0][0]] if len(group) == 1 else f"body {body[0]}"
            owners.update({key: (name, len(group) > 1) for key, _ in group})
            own = None if body is None else next(h for h in world.rigid_bodies.handles() if rapier_key(h) == body)
            bodies.append({"name": name, **rapier_body(world, own, group, names, forms),
                           **rapier_moments(body, before, after, group)})
    points = []
    for a, b, fields in contacts:
        parts = {side: names[key] for side, key in (("shape_a", a), ("shape_b", b)) if owners[key][1]}
        points.append({"a": owners[a][0], "b": owners[b][0], **parts, **fields})
    model = {"solve": "unknown", "friction": "cone", "substeps": int(settings.num_solver_iterations), "velocity_told": "relaxed",
             "position": {"kind": "soft", "frequency": float(softness.natural_frequency), "damping_ratio": float(softness.damping_ratio)},
             "damping": {"rule": "implicit", "at": "after_solve"}}
    return {"version": 1, "engine": "rapier " + version("rapier3d", rapier3d), "precision": "f32", "time_step": float(settings.dt),
            "gravity": rapier_vector(gravity), "coordinates": "bodies", "model": model, "bodies": bodies, "contacts": points}


def rapier_called(value):
    return value() if callable(value) else value


def rapier_key(handle):
    return (rapier_called(handle.index), rapier_called(handle.generation))


def rapier_vector(v):
    return floats((v.x, v.y, v.z) if hasattr(v, "x") else v)


def rapier_states(world):
    """Pose and velocities of every rigid body by its key; the velocity is that of the center of mass."""
    states = {}
    for handle in world.rigid_bodies.handles():
        body = world.rigid_bodies.get(handle)
        place, turn = body.translation, body.rotation
        states[rapier_key(handle)] = {"position": rapier_vector(place), "rotation": floats((turn.i, turn.j, turn.k, turn.w)),
                                      "velocity": rapier_vector(body.linvel), "angular_velocity": rapier_vector(body.angvel)}
    return states


def rapier_moments(body, before, after, group):
    """States before and after the step; a collider without a body rests."""
    if body is None:
        place = rapier_called(group[0][1].position)
        turn = place.rotation
        still = {"position": rapier_vector(place.translation), "rotation": floats((turn.i, turn.j, turn.k, turn.w)),
                 "velocity": [0.0] * 3, "angular_velocity": [0.0] * 3}
        return {"before": still, "after": still}
    return {key: states[body] for key, states in (("before", before), ("after", after)) if body in states}


def rapier_body(world, handle, group, names, forms):
    """Kind, shapes and mass of a body. Mass is not given for bodies with joints or locked axes, whose impulses Rapier does not report;
    inertia is not given where gyroscopic forces act, since their rule over the substeps has no name in a capture."""
    shapes = []
    for key, collider in group:
        local = None if handle is None else rapier_called(collider.position_wrt_parent)
        shape = {"shape": forms[key], **({"name": names[key]} if len(group) > 1 else {})}
        if local is not None:
            turn = local.rotation
            place, rotation = rapier_vector(local.translation), floats((turn.i, turn.j, turn.k, turn.w))
            shape.update({"position": place} if any(place) else {}, **({"rotation": rotation} if rotation[3] != 1 else {}))
        shapes.append(shape)
    first = group[0][1]
    known = {"shapes": shapes, "friction": float(first.friction), "restitution": float(first.restitution)}
    filters = rapier_called(first.collision_groups)
    if len(group) == 1 and str(filters.test_mode).endswith("AND"):
        known.update(group=int(filters.memberships.bits), mask=int(filters.filter.bits))
    if handle is None:
        return {"kind": "static", **known}
    body = world.rigid_bodies.get(handle)
    if not rapier_called(body.is_dynamic):
        return {"kind": "kinematic" if rapier_called(body.is_kinematic) else "static", **known}
    known["kind"] = "dynamic"
    masses = body.mass_properties
    masses = getattr(masses, "local_mprops", masses)
    moments, frame, center = rapier_vector(masses.principal_inertia), masses.principal_inertia_local_frame, rapier_vector(masses.local_com)
    sets = [getattr(world, name, None) for name in ("impulse_joints", "multibody_joints")]
    jointed = any(list(joints.attached_joints(handle)) for joints in sets if joints is not None)
    if not jointed and not int(body.locked_axes.bits):
        known["mass"] = float(masses.mass)
        steady = not rapier_called(body.gyroscopic_forces_enabled) or max(moments) == min(moments)
        if steady and abs(float(frame.w)) == 1:
            known["inertia"] = moments
    if any(center):
        known["center_of_mass"] = center
    for field, value in (("force", body.user_force), ("torque", body.user_torque)):
        if any(rapier_vector(value)):
            known[field] = rapier_vector(value)
    for field, plain in (("gravity_scale", 1.0), ("linear_damping", 0.0), ("angular_damping", 0.0)):
        if float(getattr(body, field)) != plain:
            known[field] = float(getattr(body, field))
    return {**known, "sleeping": True} if rapier_called(body.is_sleeping) else known
