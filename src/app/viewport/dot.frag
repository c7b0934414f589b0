// A pixel of a marker and its casing, covered by the signed distance from the marker's outline: negative inside, px.
in vec4 ink;
in vec4 edge;      // color of the casing
flat in vec3 form; // number of the marker, radius px, width of the casing px
in vec2 place;     // offset from the center, px
out vec4 outColor;

// Signed distance from a box around the origin with the half extents b.
float box(vec2 p, vec2 b) {
    vec2 d = abs(p) - b;
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

// Signed distance from a star around the origin with five tips at the distance r.
float star(vec2 p, float r) {
    // Fold the plane into one of ten wedges, then the distance to one edge.
    const float tau = 6.28318531;
    float angle = atan(p.x, p.y);
    float wedge = tau / 5.0;
    angle = abs(mod(angle + wedge * 0.5, wedge) - wedge * 0.5);
    vec2 q = length(p) * vec2(sin(angle), cos(angle));
    vec2 tip = vec2(0.0, r);
    vec2 notch = 0.45 * r * vec2(sin(wedge * 0.5), cos(wedge * 0.5));
    vec2 e = notch - tip;
    vec2 w = q - tip;
    vec2 near = w - e * clamp(dot(w, e) / dot(e, e), 0.0, 1.0);
    float side = e.x * w.y - e.y * w.x;
    return length(near) * (side > 0.0 ? 1.0 : -1.0);
}

// Signed distance from a marker of radius r. The numbers of the markers are those of marker_code in dots.rs.
float distance_to(float marker, vec2 p, float r) {
    if (marker < 0.5) return length(p) - r;
    if (marker < 1.5) return abs(length(p) - r * 0.8) - max(r * 0.22, 0.8);
    if (marker < 2.5) return box(p, vec2(r * 0.86));
    if (marker < 3.5) return box(mat2(0.7071, 0.7071, -0.7071, 0.7071) * p, vec2(r * 0.76));
    if (marker < 4.5) {
        vec2 q = vec2(abs(p.x), p.y + r * 0.25);
        return max(dot(q, vec2(0.866, 0.5)) - r * 0.6, -q.y - r * 0.35);
    }
    if (marker < 5.5) {
        vec2 q = mat2(0.7071, 0.7071, -0.7071, 0.7071) * p;
        return min(box(q, vec2(r, r * 0.2)), box(q, vec2(r * 0.2, r)));
    }
    if (marker < 6.5) return min(box(p, vec2(r, max(r * 0.13, 0.8))), box(p, vec2(max(r * 0.13, 0.8), r)));
    if (marker < 7.5) return star(p, r * 1.1);
    float ring = abs(length(p) - r * 0.8) - max(r * 0.18, 0.8);
    return min(ring, max(length(p) - r * 0.8, -p.x));
}

void main() {
    float d = distance_to(form.x, place, form.y);
    float inner = clamp(0.5 - d, 0.0, 1.0);
    float outer = clamp(0.5 - (d - form.z), 0.0, 1.0);
    if (outer < 0.05) discard;
    vec4 color = mix(edge, ink, form.z > 0.0 ? inner : 1.0);
    outColor = vec4(color.rgb, color.a * outer);
}
