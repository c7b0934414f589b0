"""Steps bodies with every kind of collision shape, captures them, and writes pybullet's own numbers to `told.json`."""
import json

import pybullet
from contact_lens_capture import capture, height_field

pybullet.connect(pybullet.DIRECT)
pybullet.setGravity(0, 0, -9.81)
WEDGE = [[0, 0, 0], [.4, 0, 0], [0, .4, 0], [0, 0, .4]]
HILL = [0, 1, 2, 3, 4, 8, 6, 5, 1, 2, 3, 4]


def body(shape, at, mass=1, **more):
    return pybullet.createMultiBody(mass, shape, basePosition=at, **more)


def shape(kind, **sizes):
    return pybullet.createCollisionShape(kind, **sizes)


floor = body(shape(pybullet.GEOM_PLANE), [0, 0, 0], 0)
capsule = body(shape(pybullet.GEOM_CAPSULE, radius=.1, height=.4), [0, 0, .299])
cylinder = body(shape(pybullet.GEOM_CYLINDER, radius=.1, height=.4), [1, 0, .199])
box = body(shape(pybullet.GEOM_BOX, halfExtents=[.1, .15, .2]), [2, 0, .199])
ball = body(shape(pybullet.GEOM_SPHERE, radius=.1), [3, 0, .099])
wedge = body(shape(pybullet.GEOM_MESH, vertices=WEDGE), [4, 0, .0005], baseInertialFramePosition=[.1, .1, .1])
plain = body(shape(pybullet.GEOM_MESH, vertices=WEDGE), [5, 0, .0005])
parts = pybullet.createCollisionShapeArray(
    shapeTypes=[pybullet.GEOM_BOX, pybullet.GEOM_SPHERE, pybullet.GEOM_CAPSULE], halfExtents=[[.1, .1, .1], [0] * 3, [0] * 3],
    radii=[0, .12, .05], lengths=[0, 0, .4], collisionFramePositions=[[0, 0, 0], [.5, 0, 0], [-.5, 0, .1]])
compound = body(parts, [-4, 0, .1], baseInertialFramePosition=[.1, 0, 0])
hill = body(shape(pybullet.GEOM_HEIGHTFIELD, meshScale=[.5, .5, .1], heightfieldData=HILL, numHeightfieldRows=4,
                  numHeightfieldColumns=3), [8, 0, 1], 0)
hiker = body(shape(pybullet.GEOM_SPHERE, radius=.1), [8, .1, 1.47])
sheet = body(shape(pybullet.GEOM_MESH, vertices=WEDGE, indices=[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
                   flags=pybullet.GEOM_FORCE_CONCAVE_TRIMESH), [12, 0, 0], 0)
held = body(shape(pybullet.GEOM_BOX, halfExtents=[.1, .1, .1]), [-8, 0, .1])
pybullet.createConstraint(held, -1, -1, -1, pybullet.JOINT_FIXED, [0, 0, 0], [0, 0, 0], [-8, 0, .1])

record = capture(pybullet, path="kinds.jsonl", shapes={(hill, -1): height_field(HILL, 4, 3, [.5, .5, .1])})
ids, frames = [pybullet.getBodyUniqueId(k) for k in range(pybullet.getNumBodies())], []
for _ in range(8):
    poses = {f"{b}": pybullet.getBasePositionAndOrientation(b) for b in ids}
    pybullet.stepSimulation()
    record()
    # Each with the place of the compound's contact along its bar, from its own origin.
    contacts = [[c[1], c[2], c[8], c[5][0] - poses[f"{compound}"][0][0] + .1] for c in pybullet.getContactPoints()]
    frames.append({"poses": poses, "contacts": contacts})
low = {f"{b}": pybullet.getAABB(b) for b in ids}
# Heights under rays straight down, away from the edges of triangles.
rays = [[8 + x, y] for x in (-.6, -.35, .1, .3, .62) for y in (-.41, -.2, .13, .37)]
hits = [pybullet.rayTest([x, y, 5], [x, y, -5])[0] for x, y in rays]
heights = [[x, y, hit[3][2]] for (x, y), hit in zip(rays, hits) if hit[0] == hill]
json.dump({"frames": frames, "aabb": low, "heights": heights}, open("told.json", "w"))
