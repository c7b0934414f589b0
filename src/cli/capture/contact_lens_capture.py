"""Contact Lens capture: bodies, poses and contacts of a running engine as a stream of JSON lines.

    with Capture("bug.jsonl", "my engine 3.1") as capture:
        capture.body("kerb", {"type": "box", "half_extents": [1, 0.1, 1]})
        capture.body("wheel", {"type": "sphere", "radius": 0.3}, position=[0, 1, 0])
        capture.frame(time, {"wheel": (position, quaternion_xyzw)})
        capture.theirs("wheel", "kerb", distance=-0.001, normal=[0, -1, 0])

    capture(model, data)                # what there is now, of MuJoCo, pybullet, rapier or trimesh, into capture.jsonl
    record = capture(model, path="bug.jsonl")           # MuJoCo: after every mj_step: record(data)
    record = capture(pybullet, path="bug.jsonl")        # pybullet: after every stepSimulation: record()
    record = capture(world, path="bug.jsonl")           # rapier3d.PhysicsWorld: after every step: record()
    record = capture(scene, path="bug.jsonl")           # trimesh.Scene: whenever something has moved: record()

Then: contact-lens import bug.jsonl -o bug.scene.json
Floats are written so that they are read back to the last bit.
"""
import json


class Capture:
    def __init__(self, path, engine, name=None, up="z", precision="f64", recorded=None):
        """recorded: {"gravity": [x, y, z], "step": seconds, "masses": {body: kilograms}}, to audit impulses by."""
        self.out, self.engine, self.there = open(path, "w", encoding="utf-8"), engine, []
        head = {"version": 1, "name": name or engine, "engine": engine, "up": up, "precision": precision}
        self.line("capture", {**head, "recorded": recorded} if recorded else head)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.out.close()

    def line(self, kind, value):
        self.out.write(json.dumps({kind: value}, allow_nan=False) + "\n")
        self.out.flush()

    def body(self, name, shape, position=(0, 0, 0), rotation=(0, 0, 0, 1)):
        self.line("body", {"name": name, "shape": shape, "position": floats(position), "rotation": floats(rotation)})

    def frame(self, time, poses, gone=()):
        """gone: bodies that are not there from now on, until a later frame gives them a pose."""
        poses = [{"body": name, "position": floats(p), "rotation": floats(q)} for name, (p, q) in poses.items()]
        frame = {"time": float(time), "poses": poses}
        self.line("frame", {**frame, "gone": list(gone)} if gone else frame)

    def walked(self, time, poses):
        """A frame of all bodies that are there: those of the last one that have no pose now are gone."""
        gone, self.there = [name for name in self.there if name not in poses], list(poses)
        self.frame(time, poses, gone)

    def theirs(self, a, b, **answer):
        self.line("theirs", [a, b, {"engine": self.engine, **answer}])


def version(name, module):
    """Of an installed package, or what its module says itself."""
    import importlib.metadata

    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return getattr(module, "__version__", "of an unknown version")


def floats(values):
    return [float(value) for value in values]


def capture(model, data=None, path="capture.jsonl", name=None):
    """Walks a live object and writes what it is now; what is returned writes the next frame.

    model: a mujoco.MjModel (with its MjData), the module pybullet or a client of it, a rapier3d.PhysicsWorld, a trimesh mesh,
    a trimesh.Scene, or a list of meshes."""
    kinds = {kind.__module__.split(".")[0] for kind in type(model).__mro__} | {getattr(model, "__name__", "").split(".")[0]}
    if "mujoco" in kinds:
        record = mujoco_capture(path, model, name)
        if data is not None:
            record(data)
        return record
    if hasattr(model, "getCollisionShapeData"):
        record = pybullet_capture(path, model, name)
    elif hasattr(model, "narrow_phase"):
        record = rapier_capture(path, model, name)
    elif "trimesh" in kinds or isinstance(model, (list, tuple)):
        record = trimesh_capture(path, model, name)
    else:
        raise TypeError(f"{type(model).__name__} is nothing that is known here")
    record()
    return record


def deepest(answers, capture):
    """Writes the points of every pair, with the normal of the deepest."""
    for (a, b), points in answers.items():
        depth, normal = max((point["depth"], normal) for point, normal, *_ in points)
        frictions = [friction for _, _, friction, _ in points if friction is not None]
        more = {"friction": [float(sum(axis)) for axis in zip(*frictions)]} if frictions else {}
        coefficients = [mu for *_, mu in points if mu is not None]
        if coefficients:
            more["friction_coefficient"] = float(max(coefficients))
        capture.theirs(a, b, distance=-depth, normal=normal, points=[point for point, *_ in points], **more)


def quaternion(rows):
    """x, y, z, w of the turn in the first three rows and columns, which must neither scale nor mirror."""
    (a, b, c), (d, e, f), (g, h, i) = (row[:3] for row in rows[:3])
    off = [a * a + d * d + g * g - 1, b * b + e * e + h * h - 1, c * c + f * f + i * i - 1, a * b + d * e + g * h]
    if max(map(abs, off)) > 1e-9 or a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0:
        raise ValueError("a mesh that is scaled or mirrored where it stands: apply_transform first")
    # The greatest part is found from the diagonal, the others from it.
    squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i]
    most = squares.index(max(squares))
    own = [[squares[0], b + d, c + g, h - f], [b + d, squares[1], f + h, c - g],
           [c + g, f + h, squares[2], d - b], [h - f, c - g, d - b, squares[3]]][most]
    size = 2 * squares[most] ** 0.5
    return [part / size for part in own]


def mujoco_capture(path, model, name=None):
    """Every geom that is a shape here, and MuJoCo's own contacts, frame by frame: call what it returns with the data."""
    import mujoco
    import numpy as np

    kinds, names = mujoco.mjtGeom, {}

    def shape(g):
        kind, size = model.geom_type[g], model.geom_size[g]
        if kind == kinds.mjGEOM_PLANE:
            return {"type": "halfspace", "normal": [0, 0, 1]}
        if kind == kinds.mjGEOM_SPHERE:
            return {"type": "sphere", "radius": float(size[0])}
        if kind in (kinds.mjGEOM_CAPSULE, kinds.mjGEOM_CYLINDER):
            kind = "capsule" if kind == kinds.mjGEOM_CAPSULE else "cylinder"
            return {"type": kind, "radius": float(size[0]), "half_height": float(size[1]), "axis": "z"}
        if kind == kinds.mjGEOM_ELLIPSOID:
            return {"type": "ellipsoid", "radii": floats(size)}
        if kind == kinds.mjGEOM_BOX:
            return {"type": "box", "half_extents": floats(size)}
        if kind == kinds.mjGEOM_MESH:
            mesh = model.geom_dataid[g]
            start, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
            return {"type": "polytope", "points": [floats(v) for v in model.mesh_vert[start:start + count]]}
        return None

    def pose(data, g):
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, data.geom_xmat[g])
        return data.geom_xpos[g], [*quaternion[1:], quaternion[0]]

    start = mujoco.MjData(model)
    mujoco.mj_kinematics(model, start)
    forms = {g: form for g in range(model.ngeom) if (form := shape(g))}
    for g in forms:
        names[g] = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, g) or f"geom {g}"
    # Of a body with several geoms none has a mass of its own.
    alone = [g for g in forms if model.geom_bodyid[g] > 0 and list(model.geom_bodyid).count(model.geom_bodyid[g]) == 1]
    masses = {names[g]: float(model.body_mass[model.geom_bodyid[g]]) for g in alone}
    known = {"gravity": floats(model.opt.gravity), "step": float(model.opt.timestep),
             "masses": {name: mass for name, mass in masses.items() if mass > 0}}
    out = Capture(path, "mujoco " + mujoco.__version__, name, recorded=known)
    for g, form in forms.items():
        out.body(names[g], form, *pose(start, g))

    def record(data):
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

    return record


def pybullet_capture(path, engine, name=None):
    """Every collision shape of pybullet's bodies that is one here, and Bullet's contacts: call what it returns after a step."""
    parts, forms, masses = {}, {}, {}
    about = engine.getPhysicsEngineParameters()
    h = about["fixedTimeStep"]
    for body in (engine.getBodyUniqueId(k) for k in range(engine.getNumBodies())):
        for link in range(-1, engine.getNumJoints(body)):
            shapes = engine.getCollisionShapeData(body, link)
            for k, (_, _, kind, size, _, at, turn) in enumerate(shapes):
                shape = None
                if kind == engine.GEOM_BOX:
                    shape = {"type": "box", "half_extents": [side / 2 for side in size]}
                elif kind == engine.GEOM_SPHERE:
                    shape = {"type": "sphere", "radius": size[0]}
                elif kind in (engine.GEOM_CAPSULE, engine.GEOM_CYLINDER):
                    kind = "capsule" if kind == engine.GEOM_CAPSULE else "cylinder"
                    shape = {"type": kind, "radius": size[1], "half_height": size[0] / 2, "axis": "z"}
                elif kind == engine.GEOM_PLANE:
                    shape = {"type": "halfspace", "normal": list(size) if any(size) else [0, 0, 1]}
                if shape:
                    parts[body, link, k] = (f"body {body} link {link} shape {k}", at, turn)
                    forms[body, link, k] = shape
                    mass = engine.getDynamicsInfo(body, link)[0]
                    if mass > 0 and len(shapes) == 1 and engine.getNumJoints(body) == 0:
                        masses[parts[body, link, k][0]] = mass
    gravity = [about.get(f"gravityAcceleration{axis}", 0.0) for axis in "XYZ"]
    out = Capture(path, "bullet", name, recorded={"gravity": floats(gravity), "step": h, "masses": masses})

    def pose(body, link, at, turn):
        if link < 0:
            place, rotation = engine.getBasePositionAndOrientation(body)
            # Its shapes are placed by the frame of its inertia.
            inner = engine.getDynamicsInfo(body, link)[3:5]
            place, rotation = engine.multiplyTransforms(place, rotation, *engine.invertTransform(*inner))
            at, turn = engine.multiplyTransforms(*inner, at, turn)
        else:
            place, rotation = engine.getLinkState(body, link)[:2]
        return engine.multiplyTransforms(place, rotation, at, turn)

    def poses():
        there = {engine.getBodyUniqueId(k) for k in range(engine.getNumBodies())}
        return {name: pose(*key[:2], at, turn) for key, (name, at, turn) in parts.items() if key[0] in there}

    before, frames = [poses()], [0]
    for key, (part, _, _) in parts.items():
        out.body(part, forms[key], *before[0][part])

    def record(time=None):
        # Bullet finds contacts before it moves the bodies.
        out.walked(frames[0] * h if time is None else time, before[0])
        before[0], frames[0] = poses(), frames[0] + 1
        pairs = {}
        for contact in engine.getContactPoints():
            a, b = (contact[1], contact[3], 0), (contact[2], contact[4], 0)
            if a in parts and b in parts:
                # Bullet's normal points from b to a, and its friction acts on a.
                point = {"on_a": floats(contact[5]), "on_b": floats(contact[6]), "depth": -contact[8], "impulse": contact[9] * h}
                friction = [-(contact[10] * u + contact[12] * v) * h for u, v in zip(contact[11], contact[13])]
                mu = engine.getDynamicsInfo(*a[:2])[1] * engine.getDynamicsInfo(*b[:2])[1]
                pairs.setdefault((parts[a][0], parts[b][0]), []).append((point, [-x for x in contact[7]], friction, mu))
        deepest(pairs, out)

    return record


def rapier_capture(path, world, name=None):
    """Every collider of a rapier3d.PhysicsWorld that is a shape here, and rapier's contacts: call what it returns after a step."""
    import rapier3d

    kinds, colliders, names = rapier3d.ShapeType, {}, {}

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
        return None

    def key(handle):
        return (called(handle.index), called(handle.generation))

    for handle in world.colliders.handles():
        collider = world.colliders.get(handle)
        form = shape(collider.shape)
        if form:
            colliders[key(handle)] = (handle, form)
            names[key(handle)] = f"collider {key(handle)[0]}"

    def parent(collider):
        handle = called(collider.parent)
        return None if handle is None else world.rigid_bodies.get(handle)

    def pose(k):
        at = called(world.colliders.get(colliders[k][0]).position)
        turn = at.rotation
        return points([at.translation])[0], floats((turn.i, turn.j, turn.k, turn.w))

    h, masses = float(world.integration_parameters.dt), {}
    for k, (handle, _) in colliders.items():
        body = parent(world.colliders.get(handle))
        if body is not None and called(body.is_dynamic) and len(list(called(body.colliders))) == 1:
            masses[names[k]] = float(called(body.mass))
    gravity = world.gravity
    known = {"gravity": points([gravity])[0] if hasattr(gravity, "x") else floats(gravity), "step": h, "masses": masses}
    out = Capture(path, "rapier " + version("rapier3d", rapier3d), name, up="y", precision="f32", recorded=known)

    def poses():
        there = {key(handle) for handle in world.colliders.handles()}
        return {names[k]: pose(k) for k in colliders if k in there}

    before, frames = [poses()], [0]
    for k, (_, form) in colliders.items():
        out.body(names[k], form, *before[0][names[k]])

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

    return record


def trimesh_capture(path, meshes, name=None):
    """Meshes of trimesh, each a hull where it is convex and its triangles where it is not: call what it returns when one has moved."""
    import trimesh

    if isinstance(meshes, trimesh.Scene):
        placed = lambda: {node: (meshes.geometry[geometry], matrix) for node in meshes.graph.nodes_geometry
                          for matrix, geometry in [meshes.graph[node]]}
    else:
        several = list(meshes) if isinstance(meshes, (list, tuple)) else [meshes]
        placed = lambda: {f"mesh {k}": (mesh, [[float(i == j) for j in range(4)] for i in range(4)]) for k, mesh in enumerate(several)}

    def shape(mesh):
        if isinstance(mesh, trimesh.primitives.Sphere):
            return {"type": "sphere", "radius": float(mesh.primitive.radius)}, mesh.primitive.transform
        if isinstance(mesh, trimesh.primitives.Box):
            return {"type": "box", "half_extents": [float(side) / 2 for side in mesh.primitive.extents]}, mesh.primitive.transform
        if isinstance(mesh, (trimesh.primitives.Cylinder, trimesh.primitives.Capsule)):
            kind = "capsule" if isinstance(mesh, trimesh.primitives.Capsule) else "cylinder"
            return {"type": kind, "radius": float(mesh.primitive.radius), "half_height": float(mesh.primitive.height) / 2,
                    "axis": "z"}, mesh.primitive.transform
        vertices = [floats(v) for v in mesh.vertices]
        try:
            convex = mesh.is_convex
        except ImportError:
            # Without scipy trimesh cannot tell.
            convex = False
        if convex:
            return {"type": "polytope", "points": vertices}, None
        return {"type": "triangle_mesh", "vertices": vertices, "triangles": [[int(i) for i in f] for f in mesh.faces]}, None

    def pose(matrix, local):
        rows = [floats(row) for row in matrix]
        if local is not None:
            rows = [[sum(row[k] * float(local[k][j]) for k in range(4)) for j in range(4)] for row in rows]
        return [row[3] for row in rows[:3]], quaternion(rows)

    out, locals_ = Capture(path, "trimesh " + trimesh.__version__, name), {}
    for node, (mesh, matrix) in placed().items():
        form, locals_[node] = shape(mesh)
        out.body(str(node), form, *pose(matrix, locals_[node]))
    frames = [0]

    def record(time=None):
        now = {str(node): pose(matrix, locals_[node]) for node, (_, matrix) in placed().items() if node in locals_}
        out.walked(float(frames[0]) if time is None else time, now)
        frames[0] += 1

    return record
