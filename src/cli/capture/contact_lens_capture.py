"""Contact Lens capture: bodies, poses and contacts of a running engine as a stream of JSON lines.

    with Capture("bug.jsonl", "my engine 3.1") as capture:
        capture.body("kerb", {"type": "box", "half_extents": [1, 0.1, 1]})
        capture.body("wheel", {"type": "sphere", "radius": 0.3}, position=[0, 1, 0])
        capture.frame(time, {"wheel": (position, quaternion_xyzw)})
        capture.theirs("wheel", "kerb", distance=-0.001, normal=[0, -1, 0])

    recorder = mujoco_capture("bug.jsonl", model)   # MuJoCo: after every mj_step: recorder(data)
    recorder = pybullet_capture("bug.jsonl", pybullet)  # pybullet: after every stepSimulation: recorder(time)

Then: contact-lens import bug.jsonl -o bug.scene.json
Floats are written so that they are read back to the last bit.
"""
import json


class Capture:
    def __init__(self, path, engine, name=None, up="z", precision="f64"):
        self.out, self.engine = open(path, "w", encoding="utf-8"), engine
        self.line("capture", {"version": 1, "name": name or engine, "engine": engine, "up": up, "precision": precision})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.out.close()

    def line(self, kind, value):
        self.out.write(json.dumps({kind: value}, allow_nan=False) + "\n")
        self.out.flush()

    def body(self, name, shape, position=(0, 0, 0), rotation=(0, 0, 0, 1)):
        self.line("body", {"name": name, "shape": shape, "position": floats(position), "rotation": floats(rotation)})

    def frame(self, time, poses):
        poses = [{"body": name, "position": floats(p), "rotation": floats(q)} for name, (p, q) in poses.items()]
        self.line("frame", {"time": float(time), "poses": poses})

    def theirs(self, a, b, **answer):
        self.line("theirs", [a, b, {"engine": self.engine, **answer}])


def floats(values):
    return [float(value) for value in values]


def mujoco_capture(path, model, name=None):
    """Every geom that is a shape here, and MuJoCo's own contacts, frame by frame: call what it returns with the data."""
    import mujoco
    import numpy as np

    capture, kinds, names = Capture(path, "mujoco " + mujoco.__version__, name), mujoco.mjtGeom, {}

    def shape(g):
        kind, size = model.geom_type[g], model.geom_size[g]
        if kind == kinds.mjGEOM_PLANE:
            x, y = (size[0] or 100.0), (size[1] or 100.0)
            return {"type": "affine", "matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "offset": [0, 0, -0.5],
                    "shape": {"type": "box", "half_extents": floats([x, y, 0.5])}}
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
    for g in range(model.ngeom):
        form = shape(g)
        if form:
            names[g] = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, g) or f"geom {g}"
            capture.body(names[g], form, *pose(start, g))

    def record(data):
        capture.frame(data.time, {name: pose(data, g) for g, name in names.items()})
        pairs, force = {}, np.zeros(6)
        for c in range(data.ncon):
            contact = data.contact[c]
            a, b = (int(g) for g in contact.geom)
            if a in names and b in names:
                mujoco.mj_contactForce(model, data, c, force)
                point = {"position": floats(contact.pos), "depth": -float(contact.dist), "impulse": float(force[0]) * model.opt.timestep}
                normal, points = pairs.setdefault((a, b), (floats(contact.frame[:3]), []))
                points.append(point)
        for (a, b), (normal, points) in pairs.items():
            distance = -max(point["depth"] for point in points)
            capture.theirs(names[a], names[b], distance=distance, normal=normal, points=points)

    return record


def pybullet_capture(path, engine, name=None):
    """Every primitive collision shape of pybullet's bodies, and Bullet's contacts: call what it returns with the time."""
    capture, parts = Capture(path, "bullet", name), {}
    for body in (engine.getBodyUniqueId(k) for k in range(engine.getNumBodies())):
        for link in range(-1, engine.getNumJoints(body)):
            for k, (_, _, kind, size, _, at, turn) in enumerate(engine.getCollisionShapeData(body, link)):
                shape = None
                if kind == engine.GEOM_BOX:
                    shape = {"type": "box", "half_extents": [side / 2 for side in size]}
                elif kind == engine.GEOM_SPHERE:
                    shape = {"type": "sphere", "radius": size[0]}
                elif kind in (engine.GEOM_CAPSULE, engine.GEOM_CYLINDER):
                    kind = "capsule" if kind == engine.GEOM_CAPSULE else "cylinder"
                    shape = {"type": kind, "radius": size[1], "half_height": size[0] / 2, "axis": "z"}
                if shape:
                    parts[body, link, k] = (f"body {body} link {link} shape {k}", at, turn)
                    capture.body(parts[body, link, k][0], shape)

    def pose(body, link, at, turn):
        if link < 0:
            place, rotation = engine.getBasePositionAndOrientation(body)
        else:
            place, rotation = engine.getLinkState(body, link)[:2]
        return engine.multiplyTransforms(place, rotation, at, turn)

    def poses():
        return {name: pose(*key[:2], at, turn) for key, (name, at, turn) in parts.items()}

    before = [poses()]

    def record(time):
        # Bullet finds contacts before it moves the bodies.
        capture.frame(time, before[0])
        before[0] = poses()
        pairs = {}
        for contact in engine.getContactPoints():
            a, b = (contact[1], contact[3], 0), (contact[2], contact[4], 0)
            if a in parts and b in parts:
                # Bullet's normal points from b to a.
                point = {"on_a": floats(contact[5]), "on_b": floats(contact[6]), "depth": -contact[8]}
                pairs.setdefault((a, b), ([-x for x in contact[7]], []))[1].append(point)
        for (a, b), (normal, points) in pairs.items():
            distance = -max(point["depth"] for point in points)
            capture.theirs(parts[a][0], parts[b][0], distance=distance, normal=normal, points=points)

    return record
