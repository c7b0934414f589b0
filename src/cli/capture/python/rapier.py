

def rapier_capture(path, world, name=None):
    """Writes every collider of a supported type in a rapier3d.PhysicsWorld, and rapier's contacts: call the returned function after
    each step, or its `step` instead of world.step(), to write everything that an audit of the step reads."""
    import rapier3d

    kinds, colliders, names, unread = rapier3d.ShapeType, {}, {}, []

    def points(items):
        return [floats((p.x, p.y, p.z) if hasattr(p, "x") else p) for p in items]

    def called(value):
        return value() if callable(value) else value

    def shape(of):
        kind = called(of.shape_type)
        rounds = {kinds.CYLINDER: ("cylinder", "as_cylinder"), kinds.CONE: ("cone", "as_cone")}
        if kind == kinds.BALL:
            return {"type": "sphere", "radius": float(called(of.as_ball().radius))}
        if kind == kinds.CUBOID:
            return {"type": "box", "half_extents": points([called(of.as_cuboid().half_extents)])[0]}
        if kind in rounds:
            inner = getattr(of, rounds[kind][1])()
            return {"type": rounds[kind][0], "radius": float(called(inner.radius)), "half_height": float(called(inner.half_height))}
        if kind == kinds.CAPSULE:
            inner = of.as_capsule()
            segment = called(inner.segment) if hasattr(inner, "segment") else inner
            ends = points([called(segment.a), called(segment.b)])
            return {"type": "inflate", "radius": float(called(inner.radius)), "shape": {"type": "segment", "points": ends}}
        if kind == kinds.CONVEX_POLYHEDRON:
            return {"type": "polytope", "points": points(called(of.as_convex_polyhedron().points))}
        if kind == kinds.TRIMESH:
            inner = of.as_trimesh()
            triangles = [[int(i) for i in corners] for corners in called(inner.indices)]
            return {"type": "triangle_mesh", "vertices": points(called(inner.vertices)), "triangles": triangles}
        if kind == kinds.HEIGHTFIELD:
            made = called(of.as_heightfield().to_trimesh)
            vertices, triangles = (made.vertices, made.indices) if hasattr(made, "vertices") else made
            triangles = [[int(i) for i in corners] for corners in called(triangles)]
            return {"type": "triangle_mesh", "vertices": points(called(vertices)), "triangles": triangles}
        return None

    def key(handle):
        return (called(handle.index), called(handle.generation))

    for handle in world.colliders.handles():
        collider = world.colliders.get(handle)
        form = shape(collider.shape)
        if form:
            colliders[key(handle)] = (handle, form)
            names[key(handle)] = f"collider {key(handle)[0]}"
        else:
            kind = str(called(collider.shape.shape_type)).rsplit(".", 1)[-1].lower()
            unread.append((f"collider {key(handle)[0]}", f"colliders of type {kind} are not supported"))

    def parent(collider):
        handle = called(collider.parent)
        return None if handle is None else world.rigid_bodies.get(handle)

    def pose(k):
        at = called(world.colliders.get(colliders[k][0]).position)
        turn = at.rotation
        return points([at.translation])[0], floats((turn.i, turn.j, turn.k, turn.w))

    def jointed(collider):
        """Whether a joint holds the body of a collider: its impulses are not captured."""
        sets = [getattr(world, name, None) for name in ("impulse_joints", "multibody_joints")]
        return any(list(joints.attached_joints(called(collider.parent))) for joints in sets if joints is not None)

    h, masses = float(world.integration_parameters.dt), {}
    for k, (handle, _) in colliders.items():
        collider = world.colliders.get(handle)
        body = parent(collider)
        if body is not None and called(body.is_dynamic) and len(list(called(body.colliders))) == 1 and not jointed(collider):
            masses[names[k]] = float(called(body.mass))
    gravity = world.gravity
    known = {"gravity": points([gravity])[0] if hasattr(gravity, "x") else floats(gravity), "step": h,
             "masses": {} if unread else masses}
    out = Capture(path, "rapier " + version("rapier3d", rapier3d), name, up="y", precision="f32", recorded=known)

    def poses():
        there = {key(handle) for handle in world.colliders.handles()}
        return {names[k]: pose(k) for k in colliders if k in there}

    before, frames = [poses()], [0]
    for k, (_, form) in colliders.items():
        out.body(names[k], form, *before[0][names[k]])
    for what, why in unread:
        out.skipped(what, why)

    def turned(rotation, v):
        moved = rotation.transform_vector(v)
        return moved.x, moved.y, moved.z

    def record():
        # Rapier finds contacts before it moves the bodies.
        now = before[0]
        out.walked(frames[0] * h, now)
        before[0], frames[0] = poses(), frames[0] + 1
        pairs = {}
        for pair in world.narrow_phase.contact_pairs():
            a, b = key(pair.collider1), key(pair.collider2)
            if names.get(a) not in now or names.get(b) not in now:
                continue
            first, second = (world.colliders.get(colliders[k][0]) for k in (a, b))
            mu = 0.5 * (float(called(first.friction)) + float(called(second.friction)))
            at, turn = now[names[a]]
            frame = rapier3d.Isometry3(tuple(at), rapier3d.Rotation3.from_quaternion(turn[3], *turn[:3]))
            for manifold in called(pair.manifolds):
                normal = floats((manifold.data.normal.x, manifold.data.normal.y, manifold.data.normal.z))
                for contact in called(manifold.points):
                    local = contact.local_p1
                    place = frame.transform_point((local.x, local.y, local.z))
                    point = {"on_a": floats((place.x, place.y, place.z)), "depth": -float(contact.dist),
                             "impulse": float(contact.impulse)}
                    pairs.setdefault((names[a], names[b]), []).append((point, normal, None, mu))
        deepest(pairs, out)

    def solved(collider, point):
        """World position of a point of the solver, which is in the frame of a dynamic body and otherwise in the world."""
        body = parent(collider)
        if body is None or not called(body.is_dynamic):
            return floats((point.x, point.y, point.z))
        state = starts[0][rapier_key(called(collider.parent))]
        turn = state["rotation"]
        frame = rapier3d.Isometry3(tuple(state["position"]), rapier3d.Rotation3.from_quaternion(turn[3], *turn[:3]))
        place = frame.transform_point((point.x, point.y, point.z))
        return floats((place.x, place.y, place.z))

    def contacts():
        """Contacts of the step at the poses before it, which are those of the frame that was written last."""
        found = []
        for pair in world.narrow_phase.contact_pairs():
            a, b = key(pair.collider1), key(pair.collider2)
            if a not in names or b not in names:
                continue
            first, second = (world.colliders.get(colliders[k][0]) for k in (a, b))
            average = rapier3d.CoefficientCombineRule.AVERAGE
            alike = first.friction_combine_rule == average and second.friction_combine_rule == average
            more = {"friction": 0.5 * (float(called(first.friction)) + float(called(second.friction)))} if alike else {}
            for manifold in called(pair.manifolds):
                normal = floats((manifold.data.normal.x, manifold.data.normal.y, manifold.data.normal.z))
                impulses = [float(contact.impulse) for contact in called(manifold.points)]
                # Rapier keeps contacts over several steps, with the distance of the first: here the points of the solver are taken
                # along with the bodies, and the gap is measured between them.
                for contact in manifold.data.solver_contacts:
                    on_a, on_b = solved(first, contact.point), solved(second, contact.point2)
                    gap = sum((q - p) * n for p, q, n in zip(on_a, on_b, normal))
                    middle = [(p + q) / 2 for p, q in zip(on_a, on_b)]
                    found.append((a, b, {"normal": normal, "gap": gap, "position": middle,
                                         "impulse": impulses[int(contact.contact_id)], **more}))
        return found

    def step():
        """Does one world.step(), and writes the frame from which it starts and the step."""
        starts[0], before[0] = rapier_states(world), poses()
        world.step()
        record()
        forms = {k: form for k, (_, form) in colliders.items()}
        out.line("step", rapier_step(world, starts[0], names, forms, contacts()))

    starts = [None]
    record.step = step
    return record
