// A line as a quad of constant width on the screen, with round ends and, on demand, an arrow head.
uniform mat4 view;
uniform mat4 projection;
uniform vec2 size;   // of the pane, pixels
uniform float near;  // in front of the eye, metres

in vec3 from;
in vec3 to;
in vec4 color;
in vec4 style; // width px, length before it m, head px, depth bias
in vec4 dash;  // on, off, on, off px; all 0 is solid

out vec4 ink;
out vec4 pattern;
flat out vec3 shape;  // half width, length px, phase px
out vec2 place; // along, across px
flat out float solid; // 1 in the head

void main() {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    ink = color;
    pattern = dash;
    shape = vec3(0.0);
    place = vec2(0.0);
    solid = 0.0;
    vec3 a = (view * vec4(from, 1.0)).xyz;
    vec3 b = (view * vec4(to, 1.0)).xyz;
    float metres = length(b - a);
    bool persp = projection[3][3] == 0.0;
    if (persp) {
        if (a.z > -near && b.z > -near) return;
        if (a.z > -near) a = mix(b, a, (-near - b.z) / (a.z - b.z));
        if (b.z > -near) b = mix(a, b, (-near - a.z) / (b.z - a.z));
    }
    vec4 ca = projection * vec4(a, 1.0);
    vec4 cb = projection * vec4(b, 1.0);
    vec3 pa = ca.xyz / ca.w;
    vec3 pb = cb.xyz / cb.w;
    vec2 sa = pa.xy * size * 0.5;
    vec2 sb = pb.xy * size * 0.5;
    float len = length(sb - sa);
    vec2 dir = len > 1e-4 ? (sb - sa) / len : vec2(1.0, 0.0);
    vec2 side = vec2(-dir.y, dir.x);
    float head = min(style.z, len * 0.9);
    float shaft = len - head * 0.85;
    float half_width = style.x * 0.5;
    float phase = metres > 0.0 ? style.y * len / metres : 0.0;
    shape = vec3(half_width, shaft, phase);
    vec2 at;
    float t;
    if (gl_VertexID < 6) {
        vec2 corner = vec2(gl_VertexID == 1 || gl_VertexID == 2 || gl_VertexID == 4 ? 1.0 : 0.0,
                           gl_VertexID == 2 || gl_VertexID == 4 || gl_VertexID == 5 ? 1.0 : -1.0);
        float pad = half_width + 1.0;
        place = vec2(corner.x * shaft + (corner.x * 2.0 - 1.0) * pad, corner.y * pad);
        at = sa + dir * place.x + side * place.y;
        t = len > 0.0 ? clamp(place.x / len, 0.0, 1.0) : 0.0;
    } else {
        if (style.z <= 0.0) return;
        solid = 1.0;
        float wing = head * 0.42;
        at = gl_VertexID == 6 ? sb : sb - dir * head + side * (gl_VertexID == 7 ? wing : -wing);
        t = gl_VertexID == 6 ? 1.0 : 1.0 - head / max(len, 1e-4);
    }
    gl_Position = vec4(at / (size * 0.5), mix(pa.z, pb.z, t) - style.w, 1.0);
}
