"""Writes what MuJoCo says of the models next to it: every geom at the start and in every key frame.

Usage: python make-mujoco.py FOLDER…; needs the package `mujoco`.
"""
import json
import pathlib
import sys

import mujoco
import numpy


DIRECTIONS = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 2, 3], [-3, 1, 2], [2, -3, 1], [-1, -1, 2]]


def reach(model, data, i):
    """Farthest that the vertices of a mesh reach along some directions and against them; none of other geoms."""
    if model.geom_type[i] != mujoco.mjtGeom.mjGEOM_MESH:
        return []
    first, count = model.mesh_vertadr[model.geom_dataid[i]], model.mesh_vertnum[model.geom_dataid[i]]
    points = model.mesh_vert[first : first + count] @ data.geom_xmat[i].reshape(3, 3).T + data.geom_xpos[i]
    along = points @ numpy.array(DIRECTIONS).T
    return [[float(low), float(high)] for low, high in zip(along.min(axis=0), along.max(axis=0))]


def geoms(model, data):
    mujoco.mj_kinematics(model, data)
    return [
        {
            "name": mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, i),
            "type": mujoco.mjtGeom(model.geom_type[i]).name.removeprefix("mjGEOM_").lower(),
            "reach": reach(model, data, i),
            "size": [float(x) for x in model.geom_size[i]],
            "position": [float(x) for x in data.geom_xpos[i]],
            "axes": [[float(x) for x in row] for row in data.geom_xmat[i].reshape(3, 3)],
        }
        for i in range(model.ngeom)
    ]


for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).glob("*.xml")):
        model = mujoco.MjModel.from_xml_path(str(path))
        data = mujoco.MjData(model)
        mujoco.mj_resetData(model, data)
        found = {"start": geoms(model, data), "keys": []}
        for key in range(model.nkey):
            mujoco.mj_resetDataKeyframe(model, data, key)
            found["keys"].append(geoms(model, data))
        path.with_suffix(".mujoco.json").write_text(json.dumps(found))
        print(path, model.ngeom, model.nkey)
