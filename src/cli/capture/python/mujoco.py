

def mujoco_capture(path, model, name=None):
    """Writes every geom of a supported type, and MuJoCo's contacts: call the returned function with the data after each step, or
    its `step` with the data instead of mj_step, to write everything that an audit of the step reads."""
    import mujoco
    import numpy as np

    from collections import Counter

    # Plain integers: since MuJoCo 3.12 a number of NumPy is equal to no member of its enums.
    plane, field, sphere, capsule, ellipsoid, cylinder, box, mesh = (
        int(getattr(mujoco.mjtGeom, "mjGEOM_" + kind))
        for kind in ("PLANE", "HFIELD", "SPHERE", "CAPSULE", "ELLIPSOID", "CYLINDER", "BOX", "MESH"))
    kinds = {int(member): kind[len("mjGEOM_"):].lower() for kind, member in mujoco.mjtGeom.__members__.items()}

    def hull(g):
        """Vertices of the convex hull, by which MuJoCo tests a mesh; all vertices where it has made no hull."""
        of = int(model.geom_dataid[g])
        start, count, graph = int(model.mesh_vertadr[of]), int(model.mesh_vertnum[of]), int(model.mesh_graphadr[of])
        used = range(count)
        if graph >= 0:
            corners = int(model.mesh_graph[graph])
            used = model.mesh_graph[graph + 2 + corners:graph + 2 + 2 * corners]
        return [floats(model.mesh_vert[start + int(k)]) for k in used]

    def heights(g):
        """The height field, and where its first corner is in the frame of the geom. Here heights are along y: x, y, z of the field
        are y, z, x of the geom, so that the cells are divided along the same diagonal as MuJoCo's."""
        of = int(model.geom_dataid[g])
        rows, columns, start = (int(list[of]) for list in (model.hfield_nrow, model.hfield_ncol, model.hfield_adr))
        x, y, top = (float(part) for part in model.hfield_size[of][:3])
        data = np.array(model.hfield_data[start:start + rows * columns], dtype=float).reshape(rows, columns) * top
        grid = [floats(row) for row in data]
        return {"type": "height_field", "heights": grid, "cell": [2 * y / (rows - 1), 2 * x / (columns - 1)]}, (-x, -y, 0)

    def shape(g):
        """The shape, and where its origin is in the frame of the geom; None where it is that of the geom."""
        kind, size = int(model.geom_type[g]), floats(model.geom_size[g])
        if kind == plane:
            return {"type": "halfspace", "normal": [0, 0, 1]}, None
        if kind == sphere:
            return {"type": "sphere", "radius": size[0]}, None
        if kind in (capsule, cylinder):
            return {"type": kinds[kind], "radius": size[0], "half_height": size[1], "axis": "z"}, None
        if kind == ellipsoid:
            return {"type": "ellipsoid", "radii": size}, None
        if kind == box:
            return {"type": "box", "half_extents": size}, None
        if kind == mesh:
            return {"type": "polytope", "points": hull(g)}, None
        if kind == field:
            return heights(g)
        return None, None

    def pose(data, g):
        rotation, place = np.zeros(4), np.array(data.geom_xpos[g])
        mujoco.mju_mat2Quat(rotation, data.geom_xmat[g])
        if locals_[g] is not None:
            place = place + np.array(data.geom_xmat[g]).reshape(3, 3) @ np.array(locals_[g], dtype=float)
            w, x, y, z = rotation
            rotation = np.array([w - x - y - z, w + x + y - z, w - x + y + z, w + x - y + z]) / 2
        return place, [*rotation[1:], rotation[0]]

    def label(g):
        own = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, g)
        body = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, int(model.geom_bodyid[g]))
        return own or (f"geom {g} of {body}" if body else f"geom {g}")

    def free():
        """Bodies moved only by contacts and gravity, since the impulses of joints, tendons and motors are not captured."""
        held = {int(model.body_parentid[b]) for b in range(model.nbody)}
        count = sum(int(getattr(model, of, 0)) for of in ("ntendon", "nflex", "neq", "nu"))
        for b in range(1, model.nbody):
            joint = int(model.body_jntadr[b])
            alone = int(model.body_jntnum[b]) == 1 and int(model.jnt_type[joint]) == int(mujoco.mjtJoint.mjJNT_FREE)
            dofs = slice(int(model.body_dofadr[b]), int(model.body_dofadr[b]) + 6)
            if (count == 0 and alone and b not in held and not np.any(model.dof_damping[dofs]) and not model.body_gravcomp[b]
                    and not np.any(model.dof_frictionloss[dofs])):
                yield b

    start = mujoco.MjData(model)
    mujoco.mj_kinematics(model, start)
    forms, locals_, names, unread, spoken = {}, {}, {}, [], Names()
    for g in range(model.ngeom):
        form, local = shape(g)
        if form:
            forms[g], locals_[g], names[g] = form, local, spoken.of(label(g))
        else:
            unread.append((label(g), f"geoms of type {kinds.get(int(model.geom_type[g]), 'unknown')} are not supported"))
    flexes = range(int(getattr(model, "nflex", 0)))
    unread += [(f"flex {k}", "flexible bodies are not supported, and their contacts are not captured") for k in flexes]
    # Of a body with several geoms none has a mass of its own, and where a shape is not captured its contacts are missing.
    count = Counter(int(b) for b in model.geom_bodyid)
    single = {int(model.geom_bodyid[g]): g for g in forms if count[int(model.geom_bodyid[g])] == 1}
    masses = {names[single[b]]: float(model.body_mass[b]) for b in free() if b in single} if not unread else {}
    known = {"gravity": floats(model.opt.gravity), "step": float(model.opt.timestep),
             "masses": {name: mass for name, mass in masses.items() if mass > 0}}
    out = Capture(path, "mujoco " + mujoco.__version__, name, recorded=known)
    for g, form in forms.items():
        out.body(names[g], form, *pose(start, g))
        if int(model.geom_type[g]) == field:
            out.skipped(names[g], "the solid base below the height field")
    for what, why in unread:
        out.skipped(what, why)

    def record(data):
        if not np.any(data.geom_xmat):
            # Data that nothing has been computed of yet.
            data = copy.copy(data)
            mujoco.mj_forward(model, data)
        out.frame(data.time, {name: pose(data, g) for g, name in names.items()})
        pairs, force, h = {}, np.zeros(6), model.opt.timestep
        for c in range(data.ncon):
            contact = data.contact[c]
            a, b = (int(g) for g in contact.geom)
            if a in names and b in names:
                mujoco.mj_contactForce(model, data, c, force)
                point = {"position": floats(contact.pos), "depth": -float(contact.dist), "impulse": float(force[0] * h)}
                axes = np.array(contact.frame).reshape(3, 3)
                friction = floats((force[1] * axes[1] + force[2] * axes[2]) * h)
                mu = float(contact.friction[0]) if contact.dim > 1 else 0.0
                pairs.setdefault((names[a], names[b]), []).append((point, floats(axes[0]), friction, mu))
        deepest(pairs, out)

    def step(data, gap_tolerance=None):
        """Does one mj_step, and writes the frame from which it starts and the step."""
        first = None
        if int(model.opt.integrator) == int(mujoco.mjtIntegrator.mjINT_RK4):
            first = copy.copy(data)
            mujoco.mj_forward(model, first)
        taken = mujoco_step(model, data, {g: (name, None, pose) for g, name in names.items()}, gap_tolerance)
        record(data if first is None else first)
        out.line("step", taken)

    record.step = step
    return record
