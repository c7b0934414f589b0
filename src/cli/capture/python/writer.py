"""Contact Lens capture: bodies, poses and contacts of a running engine as a stream of JSON lines.

    with Capture("bug.jsonl", "my engine 3.1") as capture:
        capture.body("kerb", {"type": "box", "half_extents": [1, 0.1, 1]})
        capture.body("wheel", {"type": "sphere", "radius": 0.3}, position=[0, 1, 0])
        capture.frame(time, {"wheel": (position, quaternion_xyzw)})
        capture.theirs("wheel", "kerb", distance=-0.001, normal=[0, -1, 0])

    capture(model, data)                # the present state in MuJoCo, pybullet, rapier or trimesh, to capture.jsonl
    record = capture(model, path="bug.jsonl")           # MuJoCo: after every mj_step: record(data)
    record = capture(pybullet, path="bug.jsonl")        # pybullet: after every stepSimulation: record()
    record = capture(world, path="bug.jsonl")           # rapier3d.PhysicsWorld: after every step: record()
    record.step(data)                                   # MuJoCo, instead of mj_step: also writes what the solver did
    record.step()                                       # rapier3d.PhysicsWorld, instead of world.step(): likewise
    record = capture(scene, path="bug.jsonl")           # trimesh.Scene: whenever something has moved: record()

Then: contact-lens import bug.jsonl -o bug.scene.json
Floats are written with all digits, so that reading them restores every bit.
"""
import copy
import json


class Capture:
    def __init__(self, path, engine, name=None, up="z", precision="f64", recorded=None):
        """recorded: {"gravity": [x, y, z], "step": seconds, "masses": {body: kilograms}}, to audit the impulses."""
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
        """gone: bodies that are absent from now on, until a later frame gives them a pose."""
        poses = [{"body": name, "position": floats(p), "rotation": floats(q)} for name, (p, q) in poses.items()]
        frame = {"time": float(time), "poses": poses}
        self.line("frame", {**frame, "gone": list(gone)} if gone else frame)

    def walked(self, time, poses):
        """Writes a frame of all present bodies; those of the previous frame without a pose now are absent."""
        gone, self.there = [name for name in self.there if name not in poses], list(poses)
        self.frame(time, poses, gone)

    def skipped(self, name, why):
        """Records a part of the source that is not captured, and why; the note of the scene mentions it."""
        self.line("skipped", {"name": name, "why": why})

    def theirs(self, a, b, **answer):
        self.line("theirs", [a, b, {"engine": self.engine, **answer}])


class Names:
    """Names for bodies: each at most 150 characters, none of them empty or given twice."""

    def __init__(self):
        self.taken = set()

    def of(self, label):
        plain = "".join(letter for letter in label if letter.isprintable())[:150].strip() or "body"
        name, k = plain, 1
        while name in self.taken:
            k += 1
            name = f"{plain} {k}"
        self.taken.add(name)
        return name


def version(name, module):
    """Version of an installed package, or the one that its module names."""
    import importlib.metadata

    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return getattr(module, "__version__", "of an unknown version")


def floats(values):
    return [float(value) for value in values]


def capture(model, data=None, path="capture.jsonl", name=None, shapes=None):
    """Walks a live object and writes its present state; the returned function writes the next frame.

    model: a mujoco.MjModel (with its MjData), the module pybullet or a client of it, a rapier3d.PhysicsWorld, a trimesh mesh,
    a trimesh.Scene, or a list of meshes.
    shapes: for pybullet, the shapes that it does not report; see pybullet_capture.
    Parts of unsupported shapes are listed in the capture."""
    kinds = {kind.__module__.split(".")[0] for kind in type(model).__mro__} | {getattr(model, "__name__", "").split(".")[0]}
    if "mujoco" in kinds:
        record = mujoco_capture(path, model, name)
        if data is not None:
            record(data)
        return record
    if hasattr(model, "getCollisionShapeData"):
        record = pybullet_capture(path, model, name, shapes)
    elif hasattr(model, "narrow_phase"):
        record = rapier_capture(path, model, name)
    elif "trimesh" in kinds or isinstance(model, (list, tuple)):
        record = trimesh_capture(path, model, name)
    else:
        raise TypeError(f"{type(model).__name__} is not supported; pass a MuJoCo, pybullet, rapier3d or trimesh object")
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
    """Quaternion x, y, z, w of the rotation in the first three rows and columns, which must not scale or mirror."""
    (a, b, c), (d, e, f), (g, h, i) = (row[:3] for row in rows[:3])
    off = [a * a + d * d + g * g - 1, b * b + e * e + h * h - 1, c * c + f * f + i * i - 1, a * b + d * e + g * h]
    if max(map(abs, off)) > 1e-9 or a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0:
        raise ValueError("the transform scales or mirrors the mesh: bake it into the mesh by apply_transform first")
    # The greatest part is found from the diagonal, the others from it.
    squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i]
    most = squares.index(max(squares))
    own = [[squares[0], b + d, c + g, h - f], [b + d, squares[1], f + h, c - g],
           [c + g, f + h, squares[2], d - b], [h - f, c - g, d - b, squares[3]]][most]
    size = 2 * squares[most] ** 0.5
    return [part / size for part in own]
