uniform float shading;
uniform float parallel; // 1 when lines of sight are parallel

in vec3 eye;
in vec3 bent;
in vec4 ink;
out vec4 outColor;

void main() {
    vec3 to_eye = parallel > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-eye);
    vec3 n = normalize(bent);
    float facing = dot(n, to_eye);
    if (facing < 0.0) n = -n;
    float light = dot(n, normalize(vec3(-0.35, 0.62, 0.70)));
    vec3 rgb = ink.rgb * (1.0 - shading * 0.75 * (1.0 - max(light, 0.0)));
    rgb = mix(rgb, vec3(1.0), shading * 0.35 * smoothstep(0.75, 1.0, light));
    // Like glass: a surface seen along its slope lets less through.
    float rim = pow(1.0 - abs(facing), 3.0);
    outColor = vec4(rgb, ink.a + (1.0 - ink.a) * 0.42 * rim * step(0.001, ink.a));
}
