

def mujoco_step(model, data, bodies, gap_tolerance=None):
    """Does one mj_step, and returns it as a `step` with everything that an audit reads: bodies, contacts, the rows of the solver,
    and the arrays of the equation of motion.

    bodies: {geom: (name, shape or None, position, quaternion x y z w)}, poses as functions of data: see mujoco_bodies.
    gap_tolerance: duality gap that is claimed, as a fraction of the cost; None to claim nothing.
    Rows of tendons have no index of their own. After a step of RK4 only its first stage is given, without velocity_after."""
    import mujoco
    import numpy as np

    kinds, option, h, nv = mujoco.mjtConstraint, model.opt, float(model.opt.timestep), model.nv
    method = ("Euler", "RK4", "implicit", "implicitfast", "discrete")[int(option.integrator)]
    elliptic, velocity = int(option.cone) == int(mujoco.mjtCone.mjCONE_ELLIPTIC), np.array(data.qvel)
    start = data
    if method == "RK4":
        start = copy.copy(data)
        mujoco.mj_forward(model, start)
    mujoco.mj_step(model, data)
    # After mj_step poses, contacts and rows are still those from which the step started; only qpos and qvel are new.
    claims = {"solve": "unknown" if option.noslip_iterations else "convex", "friction": "cone" if elliptic else "pyramid",
              "integrator": method, "margin": 0.0, "method": ("PGS", "CG", "Newton")[int(option.solver)]}
    if gap_tolerance is not None:
        claims["gap_tolerance"] = gap_tolerance
    step = {"version": 1, "engine": "mujoco " + mujoco.__version__, "precision": "f64", "time_step": h,
            "gravity": floats(option.gravity), "coordinates": "generalized", "level": "acceleration", "model": claims,
            "bodies": [mujoco_body(model, start, g, *parts) for g, parts in bodies.items()],
            "excluded": mujoco_excluded(model, start, bodies)}
    points, numbers, force = [], {}, np.zeros(6)
    for c in range(start.ncon):
        contact = start.contact[c]
        a, b = (int(g) for g in contact.geom)
        if a not in bodies or b not in bodies:
            continue
        axes, size = np.array(contact.frame).reshape(3, 3), int(contact.dim)
        mujoco.mj_contactForce(model, start, c, force)
        numbers[c] = len(points)
        points.append({"a": bodies[a][0], "b": bodies[b][0], "position": floats(contact.pos), "normal": floats(axes[0]),
                       "axes": [floats(axis) for axis in axes], "gap": float(contact.dist), "margin": float(contact.includemargin),
                       "dimension": size, "friction": floats(contact.friction) if size > 1 else 0.0,
                       "impulse": float(force[0]), "friction_impulse": floats(force[1:3] @ axes[1:])})
    rows, first = [], {}
    jacobian = mujoco_rows(model, start)
    for r in range(start.nefc):
        kind, of = int(start.efc_type[r]), int(start.efc_id[r])
        row = {"jacobian": floats(jacobian[r]), "target": float(start.efc_aref[r]), "softness": float(start.efc_R[r]),
               "impulse": float(start.efc_force[r])}
        if kind == int(kinds.mjCNSTR_EQUALITY):
            row["equality"] = of
        elif kind in (int(kinds.mjCNSTR_FRICTION_DOF), int(kinds.mjCNSTR_FRICTION_TENDON)):
            loss = float(start.efc_frictionloss[r])
            row.update({"lower": -loss, "upper": loss}, **({"dof": of} if kind == int(kinds.mjCNSTR_FRICTION_DOF) else {}))
        elif kind in (int(kinds.mjCNSTR_LIMIT_JOINT), int(kinds.mjCNSTR_LIMIT_TENDON)):
            row.update({"lower": 0.0}, **({"limit": of} if kind == int(kinds.mjCNSTR_LIMIT_JOINT) else {}))
        else:
            k = r - first.setdefault(of, r)
            if of in numbers:
                row["contact"] = numbers[of]
            if kind == int(kinds.mjCNSTR_CONTACT_PYRAMIDAL):
                row.update({"edge": k, "lower": 0.0})
            elif k == 0:
                row.update({"part": "normal", "lower": 0.0})
            else:
                row.update({"part": ("friction 1", "friction 2", "torsion", "rolling 1", "rolling 2")[k - 1],
                            "friction_of": first[of], "coefficient": float(start.contact[of].friction[k - 1])})
        rows.append(row)
    step.update({"contacts": points, "rows": rows})
    generalized = {"velocity_before": floats(velocity), "acceleration": floats(start.qacc),
                   "smooth_acceleration": floats(start.qacc_smooth)}
    if method != "RK4":
        generalized["velocity_after"] = floats(data.qvel)
    mass = np.zeros((nv, nv))
    try:
        mujoco.mj_fullM(model, start, mass)
    except TypeError:  # before MuJoCo 4
        mujoco.mj_fullM(model, mass, start.qM)
    update = mujoco_update(model, start, velocity, mass, method, h)
    if method == "discrete" and start.efm_active:
        mass = mujoco_metric(model, start, mass)
    if update is not None:
        generalized.update({"update_matrix": [floats(row) for row in update], "smooth_force": floats(start.qfrc_smooth)})
    if mass is not None:
        generalized["mass_matrix"] = [floats(row) for row in mass]
    return {**step, "generalized": generalized}


def mujoco_body(model, data, g, name, shape, pose):
    """Body of a step: a geom with its pose and the velocity of its origin before the step."""
    import mujoco
    import numpy as np

    moving, (place, rotation) = np.zeros(6), pose(data, g)
    mujoco.mj_objectVelocity(model, data, int(mujoco.mjtObj.mjOBJ_GEOM), g, moving, 0)
    lever = np.array(place, dtype=float) - np.array(data.geom_xpos[g])
    still = int(model.body_weldid[model.geom_bodyid[g]]) == 0
    body = {"name": name, "kind": "static" if still else "dynamic"}
    if shape is not None:
        body["shapes"] = [{"shape": shape}]
    return {**body, "before": {"position": floats(place), "rotation": floats(rotation),
                               "velocity": floats(moving[3:] + np.cross(moving[:3], lever)), "angular_velocity": floats(moving[:3])}}


def mujoco_excluded(model, data, bodies):
    """Pairs of near geoms that MuJoCo does not test: in one body, parent and child, excluded, or by contype and conaffinity."""
    import mujoco

    weld, parent = model.body_weldid, model.body_parentid
    fixed = {(int(model.pair_geom1[k]), int(model.pair_geom2[k])) for k in range(model.npair)}
    signatures, pairs = {int(s) for s in model.exclude_signature}, []
    filtering = not int(model.opt.disableflags) & int(mujoco.mjtDisableBit.mjDSBL_FILTERPARENT)
    geoms = list(bodies)
    for k, a in enumerate(geoms):
        for b in geoms[k + 1:]:
            one, two = int(model.geom_bodyid[a]), int(model.geom_bodyid[b])
            reach = float(model.geom_rbound[a] + model.geom_rbound[b])
            unbounded = not model.geom_rbound[a] or not model.geom_rbound[b]
            if not unbounded and sum((data.geom_xpos[a] - data.geom_xpos[b]) ** 2) > (1.01 * reach) ** 2:
                continue
            if (a, b) in fixed or (b, a) in fixed:
                continue
            up = {int(weld[parent[weld[body]]]): int(weld[body]) for body in (one, two)}
            family = filtering and any(root and root == int(weld[other]) for root in up for other in (one, two) if up[root] != int(weld[other]))
            rejected = not (model.geom_contype[a] & model.geom_conaffinity[b] or model.geom_contype[b] & model.geom_conaffinity[a])
            listed = (min(one, two) << 16) + max(one, two) in signatures
            if int(weld[one]) == int(weld[two]) or family or rejected or listed:
                pairs.append([bodies[a][0], bodies[b][0]])
    return pairs


def mujoco_rows(model, data):
    """Jacobian of the rows of the solver, nefc × nv."""
    import mujoco
    import numpy as np

    rows = np.zeros((data.nefc, model.nv))
    if not mujoco.mj_isSparse(model):
        rows[:] = np.array(data.efc_J).reshape(data.nefc, model.nv) if data.nefc else 0
        return rows
    for r in range(data.nefc):
        span = slice(int(data.efc_J_rowadr[r]), int(data.efc_J_rowadr[r]) + int(data.efc_J_rownnz[r]))
        rows[r, np.array(data.efc_J_colind[span])] = np.array(data.efc_J[span])
    return rows


def mujoco_metric(model, data, mass):
    """Mass matrix with the damping and stiffness that the integrator `discrete` adds to it; None with the terms of flexible bodies
    or of a fluid, which are not read here."""
    import numpy as np

    if data.nefmK or np.any(data.efm_fluid):
        return None
    metric, lines = mass + np.diag(data.efm_diag), []
    moments = (data.moment_rowadr, data.moment_rownnz, data.moment_colind, data.actuator_moment)
    lengths = (model.ten_J_rowadr, model.ten_J_rownnz, model.ten_J_colind, data.ten_J)
    lines += [(data.efm_as[k], int(data.efm_aid[k]), moments) for k in range(data.nefmA)]
    lines += [(data.efm_ts[k], int(data.efm_tid[k]), lengths) for k in range(data.nefmT)]
    for scale, of, (start, count, columns, values) in lines:
        line, span = np.zeros(model.nv), slice(int(start[of]), int(start[of]) + int(count[of]))
        line[np.array(columns[span])] = np.ravel(values)[span]
        metric = metric + float(scale) * np.outer(line, line)
    return metric


def mujoco_update(model, data, velocity, mass, method, h):
    """Matrix by which MuJoCo updates the velocities, where it is not the mass matrix; otherwise None."""
    import mujoco
    import numpy as np

    if method == "Euler":
        damped = not int(model.opt.disableflags) & (int(mujoco.mjtDisableBit.mjDSBL_EULERDAMP) | int(mujoco.mjtDisableBit.mjDSBL_DAMPER))
        return mass + h * np.diag(model.dof_damping) if damped and np.any(model.dof_damping) else None
    if method not in ("implicit", "implicitfast"):
        return None
    slope = np.zeros((model.nv, model.nv))
    for i in range(model.nv):
        span = slice(int(model.D_rowadr[i]), int(model.D_rowadr[i]) + int(model.D_rownnz[i]))
        slope[i, np.array(model.D_colind[span])] = np.array(data.qDeriv[span])
    if method == "implicit":
        return mass - h * slope
    update = mass - h * (slope + slope.T) / 2
    # The derivative of the gyroscopic and centrifugal forces of free bodies without children is added to it, without symmetry.
    parents = {int(parent) for parent in model.body_parentid}
    for joint in range(model.njnt):
        linear, body = int(model.jnt_dofadr[joint]), int(model.jnt_bodyid[joint])
        if int(model.jnt_type[joint]) == int(mujoco.mjtJoint.mjJNT_FREE) and body not in parents:
            angular = linear + 3
            spin, center = np.array(velocity[angular:angular + 3]), np.array(model.body_ipos[body])
            inertia, rotation = mass[angular:angular + 3, angular:angular + 3], np.array(data.xmat[body]).reshape(3, 3)
            gyroscopic = np.array(cross_matrix(spin)) @ inertia - cross_matrix(inertia @ spin)
            centrifugal = spin @ center * np.eye(3) + np.outer(spin, center) - 2 * np.outer(center, spin)
            update[angular:angular + 3, angular:angular + 3] += h * gyroscopic
            update[linear:linear + 3, angular:angular + 3] += h * float(model.body_mass[body]) * rotation @ centrifugal
    return update


def cross_matrix(v):
    """Matrix of the cross product with v from the left."""
    return [[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]
