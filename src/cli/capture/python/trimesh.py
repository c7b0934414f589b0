

def trimesh_capture(path, meshes, name=None):
    """Writes meshes of trimesh, convex ones as hulls, others as triangles: call the returned function after a mesh has moved."""
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
