// A pixel of a face, lit from the eye's upper left; the output has premultiplied alpha.
uniform float shading;  // strength, 0 for none
uniform float parallel; // 1 when lines of sight are parallel

in vec3 eye;  // position in eye space
in vec3 bent; // normal in eye space, of any length
in vec4 ink;
out vec4 outColor;

void main() {
    vec3 to_eye = parallel > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-eye);
    vec3 n = normalize(bent);
    if (dot(n, to_eye) < 0.0) n = -n;
    // Lighter where the face is turned to the light and darker where it is turned away, as in figures.
    float slope = dot(n, normalize(vec3(-0.36, 0.62, 0.70)));
    float tone = clamp((slope - 0.45) * shading * 1.6, -1.0, 1.0);
    vec3 rgb = mix(ink.rgb, vec3(step(0.0, tone)), abs(tone));
    outColor = vec4(rgb * ink.a, ink.a);
}
