"""Doubles of objects of rapier3d 0.36 and trimesh 5.2: what they hold, under the names that these have it by."""
import sys
import types


class Vec3:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z


class Rotation3:
    def __init__(self, w, i, j, k):
        self.w, self.i, self.j, self.k = w, i, j, k

    @staticmethod
    def from_quaternion(w, x, y, z):
        return Rotation3(w, x, y, z)


class Isometry3:
    """Unturned: so that what it does to a point is plain."""

    def __init__(self, translation, rotation):
        self.translation, self.rotation = Vec3(*translation), rotation

    def transform_point(self, p):
        return Vec3(*(a + b for a, b in zip(p, (self.translation.x, self.translation.y, self.translation.z))))


class ShapeType:
    BALL, CUBOID, CAPSULE, CYLINDER, CONE, CONVEX_POLYHEDRON, TRIMESH, HEIGHTFIELD = range(8)


rapier3d = types.ModuleType("rapier3d")
rapier3d.ShapeType, rapier3d.Isometry3, rapier3d.Rotation3 = ShapeType, Isometry3, Rotation3
rapier3d.__version__ = "0.36.1"
sys.modules["rapier3d"] = rapier3d


class Handle:
    def __init__(self, index):
        self.index, self.generation = index, 0


class Set:
    def __init__(self, items):
        self.items = items

    def handles(self):
        return iter([Handle(k) for k in range(len(self.items))])

    def get(self, handle):
        return self.items[handle.index]


def thing(**fields):
    return types.SimpleNamespace(**fields)


def cuboid(half, at, body):
    shape = thing(shape_type=lambda: ShapeType.CUBOID, as_cuboid=lambda: thing(half_extents=Vec3(*half)))
    return thing(shape=shape, position=Isometry3(at, Rotation3(1.0, 0.0, 0.0, 0.0)), parent=lambda: Handle(body), friction=0.5)


def world():
    bodies = [thing(is_dynamic=lambda: False, colliders=lambda: [0], mass=0.0),
              thing(is_dynamic=lambda: True, colliders=lambda: [1], mass=1.5)]
    colliders = [cuboid((5.0, 0.5, 5.0), (0.0, -0.5, 0.0), 0), cuboid((0.5, 0.5, 0.5), (0.0, 0.5, 0.25), 1)]
    contact = thing(local_p1=Vec3(0.5, 0.5, 0.5), dist=-0.125, impulse=0.25)
    manifold = thing(data=thing(normal=Vec3(0.0, 1.0, 0.0)), points=[contact])
    pair = thing(collider1=Handle(0), collider2=Handle(1), manifolds=[manifold])
    return thing(colliders=Set(colliders), rigid_bodies=Set(bodies), narrow_phase=thing(contact_pairs=lambda: [pair]),
                 integration_parameters=thing(dt=1 / 60), gravity=Vec3(0.0, -9.81, 0.0))


trimesh = types.ModuleType("trimesh")
trimesh.__version__ = "5.2.0"


class Scene:
    def __init__(self, geometry, graph):
        self.geometry, self.graph = geometry, graph


Scene.__module__ = "trimesh.scene.scene"
trimesh.Scene = Scene
trimesh.primitives = thing(Sphere=type("Sphere", (), {}), Box=type("Box", (), {}), Cylinder=type("Cylinder", (), {}),
                           Capsule=type("Capsule", (), {}))
sys.modules["trimesh"] = trimesh


class Graph(dict):
    @property
    def nodes_geometry(self):
        return list(self)


def scene():
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    hull = thing(vertices=corners, faces=[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], is_convex=True)
    sheet = thing(vertices=corners, faces=[[0, 1, 2], [1, 2, 3]], is_convex=False)
    unturned = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    quarter = [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]
    return Scene({"a": hull, "b": sheet}, Graph(hull=(unturned, "a"), sheet=(quarter, "b")))
