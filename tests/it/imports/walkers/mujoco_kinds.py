"""Steps a model with every kind of geom, captures it, and writes MuJoCo's own numbers to `told.json`."""
import json

import mujoco
from contact_lens_capture import capture

MODEL = """<mujoco><option timestep="0.002"/><asset>
<hfield name="hill" nrow="3" ncol="4" size="1.5 1 0.4 0.1" elevation="0 1 2 3 4 8 6 5 1 2 3 4"/>
<mesh name="wedge" vertex="0 0 0 .4 0 0 0 .4 0 0 0 .4 .05 .05 .05"/></asset><worldbody>
<geom name="floor" type="plane" size="0 0 .1"/>
<geom name="ground" type="hfield" hfield="hill" pos="6 0 0.1" euler="0 0 30"/>
<body pos="6 .1 .53"><freejoint/><geom name="hiker" type="sphere" size=".1"/></body>
<body pos="0 0 .29"><freejoint/><geom name="capsule" type="capsule" size=".1 .2"/></body>
<body pos="1 0 .19"><freejoint/><geom name="cylinder" type="cylinder" size=".1 .2"/></body>
<body pos="2 0 .19"><freejoint/><geom name="ellipsoid" type="ellipsoid" size=".1 .15 .2"/></body>
<body pos="3 0 .19"><freejoint/><geom name="box" type="box" size=".1 .15 .2"/></body>
<body pos="-1 0 .09"><freejoint/><geom name="ball" type="sphere" size=".1"/></body>
<body pos="-2 0 -.002"><freejoint/><geom name="tetrahedron" type="mesh" mesh="wedge"/></body>
<body name="bar" pos="-4 0 .1"><freejoint/><geom type="box" size=".1 .1 .11"/>
<geom type="sphere" size=".12" pos=".5 0 0"/><geom type="capsule" size=".05 .2" pos="-.5 0 .13"/></body>
<body name="arm" pos="0 4 .5"><joint axis="0 1 0"/><geom name="upper" type="capsule" size=".05 .2"/>
<body pos="0 0 -.3"><joint axis="0 1 0"/><geom name="hand" type="box" size=".05 .05 .21"/></body></body>
</worldbody></mujoco>"""

model = mujoco.MjModel.from_xml_string(MODEL)
data = mujoco.MjData(model)
record = capture(model, path="kinds.jsonl")
names = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, g) or f"geom {g} of bar" for g in range(model.ngeom)]
frames = []
for _ in range(12):
    mujoco.mj_step(model, data)
    record(data)
    contacts = {}
    for k in range(data.ncon):
        pair = " and ".join(names[int(g)] for g in data.contact[k].geom)
        contacts.setdefault(pair, []).append(float(data.contact[k].dist))
    frames.append({"poses": {name: [data.geom_xpos[g].tolist(), data.geom_xmat[g].tolist()] for g, name in enumerate(names)},
                   "contacts": contacts})
# Corners of the height field in the frame of its geom: rows along y, columns along x.
corners = [[c - 1.5, r - 1.0, 0.4 * float(model.hfield_data[4 * r + c])] for r in range(3) for c in range(4)]
first = int(model.mesh_vertadr[0])
mesh = model.mesh_vert[first:first + int(model.mesh_vertnum[0])].tolist()
json.dump({"frames": frames, "corners": corners, "mesh": mesh}, open("told.json", "w"))
