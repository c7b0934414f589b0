

def pybullet_capture(path, engine, name=None, shapes=None):
    """Writes every collision shape of pybullet's bodies, and Bullet's contacts: call the returned function after each step.

    shapes: {(body, link): shape}, for links whose shape pybullet does not report: height fields and triangle meshes. The shape is
    as in scene files, in the frame of the link's inertia; `height_field` makes one."""
    parts, forms, masses, unread, given = {}, {}, {}, [], dict(shapes or {})
    about = engine.getPhysicsEngineParameters()
    h = about["fixedTimeStep"]
    bodies = [engine.getBodyUniqueId(k) for k in range(engine.getNumBodies())]
    joined = set()
    for k in range(engine.getNumConstraints()):
        info = engine.getConstraintInfo(engine.getConstraintUniqueId(k))
        joined |= {info[0], info[2]}

    def hull(body, link, k, alone):
        """The vertices of a convex mesh in the frame of the link's inertia, with the margin by which Bullet keeps others off."""
        vertices = engine.getMeshData(body, link, k)[1]
        if not vertices:
            return None
        # The parts of a compound do not tell theirs, which is a millimeter.
        margin = float(engine.getDynamicsInfo(body, link)[11]) if alone else 1e-3
        inner = {"type": "polytope", "points": [floats(v) for v in vertices]}
        return {"type": "inflate", "radius": margin, "shape": inner} if margin > 0 else inner

    def shape(body, link, k, alone, kind, size, at, turn):
        """The shape and its pose in the frame of the link's inertia."""
        if kind == engine.GEOM_BOX:
            return {"type": "box", "half_extents": [side / 2 for side in size]}, at, turn
        if kind == engine.GEOM_SPHERE:
            return {"type": "sphere", "radius": size[0]}, at, turn
        if kind in (engine.GEOM_CAPSULE, engine.GEOM_CYLINDER):
            kind = "capsule" if kind == engine.GEOM_CAPSULE else "cylinder"
            return {"type": kind, "radius": size[1], "half_height": size[0] / 2, "axis": "z"}, at, turn
        if kind == engine.GEOM_PLANE:
            return {"type": "halfspace", "normal": list(size) if any(size) else [0, 0, 1]}, at, turn
        if kind == engine.GEOM_MESH:
            return hull(body, link, k, alone), (0, 0, 0), (0, 0, 0, 1)
        return None, at, turn

    hint = "give it as capture(pybullet, shapes={(%d, %d): shape})"
    for body in bodies:
        for link in range(-1, engine.getNumJoints(body)):
            told, lost = engine.getCollisionShapeData(body, link), len(unread)
            if (body, link) in given:
                local = given[body, link]
                local = local if isinstance(local, tuple) else (local, (0, 0, 0), (0, 0, 0, 1))
                forms[body, link, 0], parts[body, link, 0] = local[0], (f"body {body} link {link} shape 0", *local[1:])
                told = [None]
            elif not told and max(high - low for low, high in zip(*engine.getAABB(body, link))) > 0.005:
                # A link without a shape has a box of twice its margin, or none.
                why = "pybullet does not report this shape (a height field?); "
                unread.append((f"body {body} link {link}", why + hint % (body, link)))
            else:
                for k, (_, _, kind, size, _, at, turn) in enumerate(told):
                    alone = len(told) == 1 and not any(at) and not any(turn[:3])
                    form, at, turn = shape(body, link, k, alone, kind, size, at, turn)
                    label = f"body {body} link {link} shape {k}"
                    if form:
                        parts[body, link, k], forms[body, link, k] = (label, at, turn), form
                    else:
                        why = "pybullet does not report the triangles of a mesh that is not convex; "
                        unread.append((label, (why if kind == engine.GEOM_MESH else "this shape is not supported; ") + hint % (body, link)))
            mass, free = engine.getDynamicsInfo(body, link)[0], body not in joined and engine.getNumJoints(body) == 0
            if mass > 0 and len(told) == 1 and lost == len(unread) and free:
                masses[parts[body, link, 0][0]] = mass
    gravity = [about.get(f"gravityAcceleration{axis}", 0.0) for axis in "XYZ"]
    # Where a shape is not captured, its contacts are missing: sums of impulses say nothing then.
    known = {"gravity": floats(gravity), "step": h, "masses": {} if unread else masses}
    out = Capture(path, "bullet", name, recorded=known)
    links = {}
    for body, link, k in parts:
        links.setdefault((body, link), []).append((body, link, k))
    holes = {tuple(int(word) for word in what.split()[1:4:2]) for what, _ in unread}

    def pose(body, link, at, turn):
        # Bullet places shapes in the frame of the link's inertia.
        placed = engine.getBasePositionAndOrientation(body) if link < 0 else engine.getLinkState(body, link, 0, 1)
        return placed_in(*placed[:2], at, turn)

    def poses():
        there = {engine.getBodyUniqueId(k) for k in range(engine.getNumBodies())}
        return {name: pose(*key[:2], at, turn) for key, (name, at, turn) in parts.items() if key[0] in there}

    before, frames = [poses()], [0]
    for key, (part, _, _) in parts.items():
        out.body(part, forms[key], *before[0][part])
    for what, why in unread:
        out.skipped(what, why)

    def part(link, point, normal):
        """The shape of a link that made a contact: the one whose surface, with this outward normal, is at the point."""
        of = links.get(link, [])
        if len(of) < 2 and link not in holes:
            return of[0] if of else None
        off = {key: surface_distance(forms[key], before[0][parts[key][0]], point, normal) for key in of}
        best = min(off, key=off.get, default=None)
        # Bullet keeps contacts of bodies that are two centimeters apart; what is farther was made by a shape that is not here.
        return None if link in holes and best is not None and off[best] > 0.02 else best

    def record(time=None):
        # Bullet finds contacts before it moves the bodies.
        now, pairs = before[0], {}
        out.walked(frames[0] * h if time is None else time, now)
        for contact in engine.getContactPoints():
            # Bullet's normal points from b to a, and its friction acts on a.
            normal = floats(contact[7])
            outward = [-x for x in normal]
            if contact[1] not in known_bodies or contact[2] not in known_bodies:
                continue
            a, b = part((contact[1], contact[3]), contact[5], outward), part((contact[2], contact[4]), contact[6], normal)
            if a and b and parts[a][0] in now and parts[b][0] in now:
                point = {"on_a": floats(contact[5]), "on_b": floats(contact[6]), "depth": -contact[8], "impulse": contact[9] * h}
                friction = [-(contact[10] * u + contact[12] * v) * h for u, v in zip(contact[11], contact[13])]
                mu = engine.getDynamicsInfo(*a[:2])[1] * engine.getDynamicsInfo(*b[:2])[1]
                pairs.setdefault((parts[a][0], parts[b][0]), []).append((point, outward, friction, mu))
        before[0], frames[0] = poses(), frames[0] + 1
        deepest(pairs, out)

    known_bodies = set(bodies)
    return record


def turned(rotation, v):
    """A vector turned by a quaternion x, y, z, w."""
    x, y, z, w = rotation
    once = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    twice = [y * once[2] - z * once[1], z * once[0] - x * once[2], x * once[1] - y * once[0]]
    return [v[k] + w * once[k] + twice[k] for k in range(3)]


def placed_in(place, rotation, at, turn):
    """A pose within a pose, in f64: pybullet's own multiplyTransforms rounds to f32."""
    (x, y, z, w), (i, j, k, r) = rotation, turn
    own = [w * i + x * r + y * k - z * j, w * j - x * k + y * r + z * i, w * k + x * j - y * i + z * r, w * r - x * i - y * j - z * k]
    return [p + q for p, q in zip(place, turned(rotation, at))], own


def height_field(data, rows, columns, scale):
    """The shape of a pybullet height field, as `createCollisionShape(GEOM_HEIGHTFIELD)` was given it, with its pose."""
    if len(data) != rows * columns:
        raise ValueError(f"expected {rows} times {columns} heights, found {len(data)}")
    # Bullet centers a field in its box: between the least and the greatest height.
    middle = (min(data) + max(data)) / 2
    grid = [[(float(data[x + rows * (columns - 1 - k)]) - middle) * scale[2] for k in range(columns)] for x in range(rows)]
    form = {"type": "height_field", "heights": grid, "cell": [float(scale[0]), float(scale[1])]}
    return form, (-scale[0] * (rows - 1) / 2, scale[1] * (columns - 1) / 2, 0), (0.5 ** 0.5, 0, 0, 0.5 ** 0.5)


def surface_distance(shape, pose, point, normal):
    """How far a point is from the surface of a convex shape, where that has this outward normal; the greater of its distance
    from the shape and its distance from the supporting plane."""
    place, (x, y, z, w) = pose
    inward = lambda v: turned((-x, -y, -z, w), v)
    p, n = inward([point[k] - place[k] for k in range(3)]), inward(normal)
    dot = lambda a, b: sum(u * v for u, v in zip(a, b))

    def support(u):
        """The farthest point along a direction, and the radius of the ball around it."""
        kind, inner = shape["type"], shape
        radius = 0.0
        if kind == "inflate":
            radius, inner, kind = shape["radius"], shape["shape"], shape["shape"]["type"]
        if kind == "box":
            return [side if part > 0 else -side for side, part in zip(inner["half_extents"], u)], radius
        if kind == "sphere":
            return [0.0, 0.0, 0.0], inner["radius"]
        if kind in ("capsule", "cylinder"):
            half, aside = (inner["half_height"] if u[2] > 0 else -inner["half_height"]), (u[0] ** 2 + u[1] ** 2) ** 0.5
            if kind == "capsule" or aside == 0:
                return [0.0, 0.0, half], inner["radius"] if kind == "capsule" else 0.0
            return [inner["radius"] * u[0] / aside, inner["radius"] * u[1] / aside, half], 0.0
        return max(inner["points"], key=lambda q: dot(q, u)), radius

    if shape["type"] == "halfspace":
        return abs(dot(shape["normal"], p))
    if shape["type"] not in ("box", "sphere", "capsule", "cylinder", "polytope", "inflate"):
        return float("inf")
    core, radius = support(n)
    plane = abs(dot(n, p) - dot(n, core) - radius)
    # The core's nearest point, by steps towards the support point (Frank and Wolfe): a bound of the distance is all that is needed.
    near, gap = core, -float("inf")
    for _ in range(64):
        away = [p[k] - near[k] for k in range(3)]
        size = dot(away, away) ** 0.5
        if size <= 1e-12:
            break
        unit = [part / size for part in away]
        far, radius = support(unit)
        gap = max(gap, dot(unit, p) - dot(unit, far) - radius)
        step = [far[k] - near[k] for k in range(3)]
        length = dot(step, step)
        if length <= 1e-24 or dot(away, step) <= 1e-12:
            break
        share = min(1.0, dot(away, step) / length)
        near = [near[k] + share * step[k] for k in range(3)]
    return max(plane, gap, 0.0)
