// A marker of constant size on the screen.
uniform mat4 view;
uniform mat4 projection;
uniform vec2 size; // of the pane, pixels

in vec3 center;
in vec4 color;
in vec4 casing;
in vec4 shape; // marker, radius px, casing px

out vec4 ink;
out vec4 edge;
flat out vec3 form;
out vec2 place;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 || gl_VertexID == 2 || gl_VertexID == 4 ? 1.0 : -1.0,
                       gl_VertexID == 2 || gl_VertexID == 4 || gl_VertexID == 5 ? 1.0 : -1.0);
    vec4 c = projection * view * vec4(center, 1.0);
    ink = color;
    edge = casing;
    form = shape.xyz;
    // The largest marker extends to 1.1 radii; the remainder is the casing and the antialiased rim.
    place = corner * (shape.y * 1.1 + shape.z + 1.5);
    if (c.w <= 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    vec3 p = c.xyz / c.w;
    // A dot may be farther away than all lines and faces, beyond the far plane; it is drawn all the same.
    gl_Position = vec4(p.xy + place / (size * 0.5), min(p.z, 1.0), 1.0);
}
