// A pixel of a line with round ends and dashes, or of an arrow head, which is solid.
in vec4 ink;
in vec4 pattern;     // lengths on, off, on, off px; all 0 for a solid line
flat in vec3 shape;  // half the width px, length px, offset into the pattern at the start px
in vec2 place;       // position along and across the line, px
flat in float solid; // 1 in an arrow head
out vec4 outColor;

void main() {
    if (solid > 0.5) {
        outColor = ink;
        return;
    }
    float x = clamp(place.x, 0.0, shape.y);
    float off = length(vec2(place.x - x, place.y)) - shape.x;
    float cover = clamp(0.5 - off, 0.0, 1.0);
    float period = pattern.x + pattern.y + pattern.z + pattern.w;
    if (period > 0.0) {
        float p = mod(shape.z + place.x, period);
        float first = min(p, pattern.x - p);
        float second = min(p - pattern.x - pattern.y, pattern.x + pattern.y + pattern.z - p);
        cover *= clamp(0.5 + max(first, second), 0.0, 1.0);
    }
    if (cover < 0.03) discard;
    outColor = vec4(ink.rgb, ink.a * cover);
}
