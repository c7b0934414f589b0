// A line as a quad of constant width on the screen, with round ends and, on demand, an arrow head.
uniform mat4 view;
uniform mat4 projection;
uniform vec2 size;   // of the pane, pixels
uniform float near;  // in front of the eye, meters
uniform float reach; // from the eye to the camera's target, meters

in vec3 from;
in vec3 to;
in vec4 color;
// Width px, length of the polyline before the segment m, length of the arrow head px, and lift: the distance by which
// the line is moved towards the eye, relative to its distance from the eye; 1 draws it over everything.
in vec4 style;
in vec4 dash;  // on, off, on, off px; all 0 for a solid line
// Length of each end that the casings of its neighbors cover, px. Negative for a casing: the distance of the tip of its
// arrow head beyond that of its stroke.
in float lead;

// Slope of a face, relative to the plane of the screen, up to which the face does not hide a line that lies in it.
const float SLOPE = 1.0;

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
    float meters = length(b - a);
    bool persp = projection[3][3] == 0.0;
    if (persp) {
        if (a.z > -near && b.z > -near) return;
        if (a.z > -near) a = mix(b, a, (-near - b.z) / (a.z - b.z));
        if (b.z > -near) b = mix(a, b, (-near - a.z) / (b.z - a.z));
    }
    // Move the line towards the eye along the lines of sight, so that it stays in place on the screen: by its lift, and
    // by as much as a face with the slope SLOPE rises over half the width of the line, or over the ends that casings
    // cover. The size of a pixel is relative to the distance from the eye, or to reach for parallel lines of sight.
    float pixel = 2.0 / (projection[1][1] * size.y * (persp ? 1.0 : reach));
    float share = (style.w < 1.0 ? style.w : 0.0) + SLOPE * max(0.5 * style.x, lead) * pixel;
    if (persp) {
        a *= 1.0 - share;
        b *= 1.0 - share;
    } else {
        a.z += share * reach;
        b.z += share * reach;
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
    // The round end of a neighbor's casing has the depth of the vertex that both lines share. It would hide a line that
    // slopes away from there, so the line is moved towards the eye by its change of depth over the covered length.
    float rise = abs(pb.z - pa.z) * clamp(lead / max(len, 1e-4), 0.0, 1.0);
    float phase = meters > 0.0 ? style.y * len / meters : 0.0;
    shape = vec3(half_width, shaft, phase);
    vec2 at;
    float t;
    if (gl_VertexID < 6) {
        vec2 corner = vec2(gl_VertexID == 1 || gl_VertexID == 2 || gl_VertexID == 4 ? 1.0 : 0.0,
                           gl_VertexID == 2 || gl_VertexID == 4 || gl_VertexID == 5 ? 1.0 : -1.0);
        float pad = half_width + 1.0;
        place = vec2(corner.x * shaft + (corner.x * 2.0 - 1.0) * pad, corner.y * pad);
        at = sa + dir * place.x + side * place.y;
        // The depths of the round ends are extrapolated along the line, so that lines of different widths between the
        // same points have equal depths. The ends of a casing have the depths of its points.
        t = clamp(place.x / max(len, 1e-4), lead < 0.0 ? 0.0 : -1.0, lead < 0.0 ? 1.0 : 2.0);
    } else {
        if (style.z <= 0.0) return;
        solid = 1.0;
        float wing = head * 0.42;
        float beyond = max(-lead, 0.0);
        vec2 tip = sb + dir * beyond;
        at = gl_VertexID == 6 ? tip : tip - dir * head + side * (gl_VertexID == 7 ? wing : -wing);
        t = gl_VertexID == 6 ? 1.0 : 1.0 - (head - beyond) / max(len, 1e-4);
    }
    gl_Position = vec4(at / (size * 0.5), style.w < 1.0 ? mix(pa.z, pb.z, t) - rise : -1.0, 1.0);
}
