// A face, lit from the eye's upper left.
uniform mat4 view;
uniform mat4 projection;

in vec3 position;
in vec3 normal;
in vec4 color;

out vec3 eye;
out vec3 bent;
out vec4 ink;

void main() {
    vec4 p = view * vec4(position, 1.0);
    eye = p.xyz;
    bent = mat3(view) * normal;
    ink = color;
    gl_Position = projection * p;
}
