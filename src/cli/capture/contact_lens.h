/* Contact Lens capture: one header, C99 or C++11, no dependency but the standard library.
 *
 *   FILE *out = fopen("bug.jsonl", "w");
 *   cl_begin(out, "wheel on kerb", "my engine 3.1");
 *   cl_box(out, "kerb", 1.0, 0.1, 1.0, NULL, NULL);                    half sides
 *   cl_sphere(out, "wheel", 0.3, position, rotation);                  double[3], quaternion x y z w
 *   each step:
 *     cl_frame_begin(out, time);
 *     cl_pose(out, "wheel", position, rotation);
 *     cl_gone(out, "crate");                                           after the poses: absent from now on
 *     cl_frame_end(out);
 *     cl_theirs(out, "wheel", "kerb", &answer);                        the engine's answer in this frame
 *
 * Whole steps, with the rows of the solver, are written by cl_step_begin and the functions after it, at the end of this file.
 * Then: contact-lens import bug.jsonl -o bug.scene.json
 * Every double is printed with all digits, in any locale, so that reading it restores every bit, also that of a float.
 * Numbers that are not finite are written as null, and the import reports them by field. Not thread-safe: write from
 * one thread, or lock. */
#ifndef CONTACT_LENS_H
#define CONTACT_LENS_H

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#if defined(__GNUC__)
#define CL_API static __attribute__((unused))
#else
#define CL_API static
#endif

/* Answer of an engine about two bodies. Begin with cl_nothing(), and set the known fields. */
typedef struct cl_answer {
    double distance;        /* signed, meters; NAN where unknown */
    double normal[3];       /* unit, from a towards b, world frame; normal[0] NAN where unknown */
    size_t points;          /* number of contact points, the length of the lists below */
    const double (*position)[3]; /* world frame, meters; or NULL where the points on the bodies are given */
    const double (*on_a)[3]; /* positions on the surface of a, world frame; or NULL */
    const double (*on_b)[3]; /* positions on the surface of b, world frame; or NULL */
    const double *depth;    /* depths, meters, positive in overlap; or NULL */
    const double *impulse;  /* normal impulses of the step, newton seconds; or NULL */
    const double *friction; /* three numbers: the friction impulse on b, newton seconds, world frame; or NULL */
    double friction_coefficient; /* of the pair; NAN where unknown */
    int iterations;         /* below 0 where unknown */
    const char *recomputed; /* such as "\"points\", \"depths\"": fields that the engine did not report itself; or NULL */
} cl_answer;

CL_API cl_answer cl_nothing(void) {
    cl_answer answer;
    memset(&answer, 0, sizeof answer);
    answer.distance = (double)NAN;
    answer.normal[0] = (double)NAN;
    answer.friction_coefficient = (double)NAN;
    answer.iterations = -1;
    return answer;
}

/* Name of the engine in cl_theirs, as passed to cl_begin. */
CL_API const char **cl_engine(void) {
    static const char *engine = "engine";
    return &engine;
}

CL_API void cl_text(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
        else if (c < 0x20) fprintf(out, "\\u%04x", c);
        else fputc(c, out);
    }
    fputc('"', out);
}

CL_API void cl_number(FILE *out, double value) {
    char text[64], *c;
    int separator = 0;
    if (!isfinite(value)) { fputs("null", out); return; }
    snprintf(text, sizeof text, "%.17g", value);
    /* The separator of the locale, a comma or several bytes, becomes one point. */
    for (c = text; *c; ++c) {
        if (strchr("0123456789+-e", *c)) fputc(*c, out);
        else if (!separator++) fputc('.', out);
    }
}

CL_API void cl_numbers(FILE *out, const double *values, size_t count) {
    size_t i;
    fputc('[', out);
    for (i = 0; i < count; ++i) {
        if (i) fputc(',', out);
        cl_number(out, values[i]);
    }
    fputc(']', out);
}

CL_API void cl_place(FILE *out, const double *position, const double *rotation) {
    if (position) { fputs(",\"position\":", out); cl_numbers(out, position, 3); }
    if (rotation) { fputs(",\"rotation\":", out); cl_numbers(out, rotation, 4); }
}

/* Data about a capture as a whole. Begin with cl_about_of(), and set the known fields. */
typedef struct cl_about {
    const char *name, *engine;
    const char *up;            /* "y" or "z": the axis that points up; or NULL */
    const char *precision;     /* "f32" or "f64": precision of the engine; or NULL */
    const double *gravity;     /* three numbers, m/s^2; or NULL */
    double step;               /* seconds; NAN where unknown */
    const char *const *bodies; /* names of bodies without joints, whose impulses are audited */
    const double *masses;      /* kilograms, one per name */
    size_t count;
} cl_about;

CL_API cl_about cl_about_of(const char *name, const char *engine) {
    cl_about about;
    memset(&about, 0, sizeof about);
    about.name = name;
    about.engine = engine;
    about.step = (double)NAN;
    return about;
}

CL_API void cl_begin_about(FILE *out, const cl_about *about) {
    size_t i;
    *cl_engine() = about->engine;
    fputs("{\"capture\":{\"version\":1,\"name\":", out);
    cl_text(out, about->name);
    fputs(",\"engine\":", out);
    cl_text(out, about->engine);
    if (about->up) { fputs(",\"up\":", out); cl_text(out, about->up); }
    if (about->precision) { fputs(",\"precision\":", out); cl_text(out, about->precision); }
    if (about->gravity) {
        fputs(",\"recorded\":{\"gravity\":", out);
        cl_numbers(out, about->gravity, 3);
        if (isfinite(about->step)) { fputs(",\"step\":", out); cl_number(out, about->step); }
        fputs(",\"masses\":{", out);
        for (i = 0; i < about->count; ++i) {
            if (i) fputc(',', out);
            cl_text(out, about->bodies[i]);
            fputc(':', out);
            cl_number(out, about->masses[i]);
        }
        fputs("}}", out);
    }
    fputs("}}\n", out);
}

CL_API void cl_begin(FILE *out, const char *name, const char *engine) {
    cl_about about = cl_about_of(name, engine);
    cl_begin_about(out, &about);
}

/* Begins with the data by which impulses are audited: gravity, the duration of a step in seconds, and the masses of bodies. Omit
 * bodies with joints, since the impulses of joints are not captured. */
CL_API void cl_begin_knowing(FILE *out, const char *name, const char *engine, const double *gravity, double step,
                             const char *const *bodies, const double *masses, size_t count) {
    cl_about about = cl_about_of(name, engine);
    about.gravity = gravity;
    about.step = step;
    about.bodies = bodies;
    about.masses = masses;
    about.count = count;
    cl_begin_about(out, &about);
}

/* Records a part of the program's world that is not captured, and why; the note of the scene mentions it. */
CL_API void cl_skipped(FILE *out, const char *name, const char *why) {
    fputs("{\"skipped\":{\"name\":", out);
    cl_text(out, name);
    fputs(",\"why\":", out);
    cl_text(out, why);
    fputs("}}\n", out);
}

/* The beginning of a body's line, up to its shape. */
CL_API void cl_open(FILE *out, const char *name) {
    fputs("{\"body\":{\"name\":", out);
    cl_text(out, name);
    fputs(",\"shape\":", out);
}

/* Its end, after the shape. */
CL_API void cl_close(FILE *out, const double *position, const double *rotation) {
    cl_place(out, position, rotation);
    fputs("}}\n", out);
}

CL_API void cl_points(FILE *out, const double (*points)[3], size_t count) {
    size_t i;
    fputc('[', out);
    for (i = 0; i < count; ++i) {
        if (i) fputc(',', out);
        cl_numbers(out, points[i], 3);
    }
    fputc(']', out);
}

/* A body whose shape is JSON, as scene files have it: {"type":"ellipsoid","radii":[1,2,3]}. */
CL_API void cl_body(FILE *out, const char *name, const char *shape, const double *position, const double *rotation) {
    cl_open(out, name);
    fputs(shape, out);
    cl_close(out, position, rotation);
}

CL_API void cl_sphere(FILE *out, const char *name, double radius, const double *position, const double *rotation) {
    cl_open(out, name);
    fputs("{\"type\":\"sphere\",\"radius\":", out);
    cl_number(out, radius);
    fputc('}', out);
    cl_close(out, position, rotation);
}

CL_API void cl_box(FILE *out, const char *name, double x, double y, double z, const double *position, const double *rotation) {
    double half[3];
    half[0] = x; half[1] = y; half[2] = z;
    cl_open(out, name);
    fputs("{\"type\":\"box\",\"half_extents\":", out);
    cl_numbers(out, half, 3);
    fputc('}', out);
    cl_close(out, position, rotation);
}

/* kind: "capsule", "cylinder" or "cone"; half the height without caps; axis 'x', 'y' or 'z'. */
CL_API void cl_round(FILE *out, const char *name, const char *kind, double radius, double half_height, char axis,
                     const double *position, const double *rotation) {
    cl_open(out, name);
    fputs("{\"type\":", out);
    cl_text(out, kind);
    fputs(",\"radius\":", out);
    cl_number(out, radius);
    fputs(",\"half_height\":", out);
    cl_number(out, half_height);
    fprintf(out, ",\"axis\":\"%c\"}", axis);
    cl_close(out, position, rotation);
}

/* Half-space: normal is its unit outward normal, offset the distance of its plane from the body's origin along the normal. */
CL_API void cl_half_space(FILE *out, const char *name, const double *normal, double offset, const double *position,
                          const double *rotation) {
    cl_open(out, name);
    fputs("{\"type\":\"halfspace\",\"normal\":", out);
    cl_numbers(out, normal, 3);
    fputs(",\"offset\":", out);
    cl_number(out, offset);
    fputc('}', out);
    cl_close(out, position, rotation);
}

/* The convex hull of points. */
CL_API void cl_hull(FILE *out, const char *name, const double (*points)[3], size_t count, const double *position, const double *rotation) {
    cl_open(out, name);
    fputs("{\"type\":\"polytope\",\"points\":", out);
    cl_points(out, points, count);
    fputc('}', out);
    cl_close(out, position, rotation);
}

/* Triangles, by the indices of their vertices, counterclockwise as seen from outside. */
CL_API void cl_mesh(FILE *out, const char *name, const double (*vertices)[3], size_t count, const unsigned (*triangles)[3],
                    size_t triangle_count, const double *position, const double *rotation) {
    size_t i;
    cl_open(out, name);
    fputs("{\"type\":\"triangle_mesh\",\"vertices\":", out);
    cl_points(out, vertices, count);
    fputs(",\"triangles\":[", out);
    for (i = 0; i < triangle_count; ++i)
        fprintf(out, "%s[%u,%u,%u]", i ? "," : "", triangles[i][0], triangles[i][1], triangles[i][2]);
    fputs("]}", out);
    cl_close(out, position, rotation);
}

/* Numbers of poses and of absent bodies in the open frame. */
CL_API int *cl_poses(void) {
    static int count[2] = {0, 0};
    return count;
}

CL_API void cl_frame_begin(FILE *out, double time) {
    cl_poses()[0] = cl_poses()[1] = 0;
    fputs("{\"frame\":{\"time\":", out);
    cl_number(out, time);
    fputs(",\"poses\":[", out);
}

CL_API void cl_pose(FILE *out, const char *body, const double *position, const double *rotation) {
    if ((*cl_poses())++) fputc(',', out);
    fputs("{\"body\":", out);
    cl_text(out, body);
    cl_place(out, position, rotation);
    fputc('}', out);
}

/* A body that is absent from this frame on, until a later frame gives it a pose. Call after the poses of the frame; for a body that
 * appears later, in the first frame. */
CL_API void cl_gone(FILE *out, const char *body) {
    fputs(cl_poses()[1]++ ? "," : "],\"gone\":[", out);
    cl_text(out, body);
}

CL_API void cl_frame_end(FILE *out) {
    fputs("]}}\n", out);
    fflush(out); /* so that a crash loses no frame */
}

/* Writes the name of the next field of an object; *fields counts them. */
CL_API void cl_field(FILE *out, const char *name, int *fields) {
    fprintf(out, (*fields)++ ? ",\"%s\":" : "\"%s\":", name);
}

/* Answer of the engine about a and b in the preceding frame, or at the initial poses before the first frame. */
CL_API void cl_theirs(FILE *out, const char *a, const char *b, const cl_answer *answer) {
    size_t i;
    fputs("{\"theirs\":[", out);
    cl_text(out, a);
    fputc(',', out);
    cl_text(out, b);
    fputs(",{\"engine\":", out);
    cl_text(out, *cl_engine());
    if (isfinite(answer->distance)) { fputs(",\"distance\":", out); cl_number(out, answer->distance); }
    if (isfinite(answer->normal[0])) { fputs(",\"normal\":", out); cl_numbers(out, answer->normal, 3); }
    if (answer->points) {
        fputs(",\"points\":[", out);
        for (i = 0; i < answer->points; ++i) {
            int fields = 0;
            fputs(i ? ",{" : "{", out);
            if (answer->position) { cl_field(out, "position", &fields); cl_numbers(out, answer->position[i], 3); }
            if (answer->on_a) { cl_field(out, "on_a", &fields); cl_numbers(out, answer->on_a[i], 3); }
            if (answer->on_b) { cl_field(out, "on_b", &fields); cl_numbers(out, answer->on_b[i], 3); }
            if (answer->depth) { cl_field(out, "depth", &fields); cl_number(out, answer->depth[i]); }
            if (answer->impulse) { cl_field(out, "impulse", &fields); cl_number(out, answer->impulse[i]); }
            fputc('}', out);
        }
        fputc(']', out);
    }
    if (answer->friction) { fputs(",\"friction\":", out); cl_numbers(out, answer->friction, 3); }
    if (isfinite(answer->friction_coefficient)) {
        fputs(",\"friction_coefficient\":", out);
        cl_number(out, answer->friction_coefficient);
    }
    if (answer->iterations >= 0) fprintf(out, ",\"iterations\":%d", answer->iterations);
    if (answer->recomputed) fprintf(out, ",\"recomputed\":[%s]", answer->recomputed);
    fputs("}]}\n", out);
}

#endif
