/* Contact Lens capture: one header, C99 or C++11, no dependency but the standard library.
 *
 *   FILE *out = fopen("bug.jsonl", "w");
 *   cl_begin(out, "wheel on kerb", "my engine 3.1");
 *   cl_box(out, "kerb", 1.0, 0.1, 1.0, NULL, NULL);                    half sides
 *   cl_sphere(out, "wheel", 0.3, position, rotation);                  double[3], quaternion x y z w
 *   each step:
 *     cl_frame_begin(out, time);
 *     cl_pose(out, "wheel", position, rotation);
 *     cl_gone(out, "crate");                                           after the poses: not there from now on
 *     cl_frame_end(out);
 *     cl_theirs(out, "wheel", "kerb", &answer);                        what the engine says of this frame
 *
 * Then: contact-lens import bug.jsonl -o bug.scene.json
 * Every double is printed so that it is read back to the last bit. A float passed as double keeps its bits.
 * What is not finite is written as null and refused by name when the stream is read. Not safe across threads:
 * write from one, or lock. */
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

/* What an engine answered about two bodies. Begin with cl_nothing(); set what is known. */
typedef struct cl_answer {
    double distance;        /* signed, meters; NAN where unknown */
    double normal[3];       /* unit, from a towards b, world frame; normal[0] NAN where unknown */
    size_t points;          /* how many of the lists below */
    const double (*position)[3]; /* world frame, meters */
    const double *depth;    /* one a point, meters, positive in overlap; or NULL */
    const double *impulse;  /* normal impulse of the step, one a point, newton seconds; or NULL */
    const double *friction; /* three numbers: the friction impulse on b, newton seconds, world frame; or NULL */
    double friction_coefficient; /* of the pair; NAN where unknown */
    int iterations;         /* below 0 where unknown */
    const char *recomputed; /* such as "\"points\", \"depths\"": fields that the engine did not say itself; or NULL */
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

/* The engine that cl_theirs names, as cl_begin got it. */
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
    char text[40], *comma;
    if (!isfinite(value)) { fputs("null", out); return; }
    snprintf(text, sizeof text, "%.17g", value);
    comma = strchr(text, ','); /* some locales write one for a point */
    if (comma) *comma = '.';
    fputs(text, out);
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

CL_API void cl_head(FILE *out, const char *name, const char *engine) {
    *cl_engine() = engine;
    fputs("{\"capture\":{\"version\":1,\"name\":", out);
    cl_text(out, name);
    fputs(",\"engine\":", out);
    cl_text(out, engine);
}

CL_API void cl_begin(FILE *out, const char *name, const char *engine) {
    cl_head(out, name, engine);
    fputs("}}\n", out);
}

/* The same, with what impulses are audited by: gravity, the seconds of a step, and the masses of what moves, by name. */
CL_API void cl_begin_knowing(FILE *out, const char *name, const char *engine, const double *gravity, double step,
                             const char *const *bodies, const double *masses, size_t count) {
    size_t i;
    cl_head(out, name, engine);
    fputs(",\"recorded\":{\"gravity\":", out);
    cl_numbers(out, gravity, 3);
    fputs(",\"step\":", out);
    cl_number(out, step);
    fputs(",\"masses\":{", out);
    for (i = 0; i < count; ++i) {
        if (i) fputc(',', out);
        cl_text(out, bodies[i]);
        fputc(':', out);
        cl_number(out, masses[i]);
    }
    fputs("}}}}\n", out);
}

/* A body whose shape is JSON, as scene files have it: {"type":"polytope","points":[…]}. */
CL_API void cl_body(FILE *out, const char *name, const char *shape, const double *position, const double *rotation) {
    fputs("{\"body\":{\"name\":", out);
    cl_text(out, name);
    fprintf(out, ",\"shape\":%s", shape);
    cl_place(out, position, rotation);
    fputs("}}\n", out);
}

CL_API void cl_sphere(FILE *out, const char *name, double radius, const double *position, const double *rotation) {
    char shape[96];
    snprintf(shape, sizeof shape, "{\"type\":\"sphere\",\"radius\":%.17g}", radius);
    cl_body(out, name, shape, position, rotation);
}

CL_API void cl_box(FILE *out, const char *name, double x, double y, double z, const double *position, const double *rotation) {
    char shape[160];
    snprintf(shape, sizeof shape, "{\"type\":\"box\",\"half_extents\":[%.17g,%.17g,%.17g]}", x, y, z);
    cl_body(out, name, shape, position, rotation);
}

/* kind: "capsule", "cylinder" or "cone"; half the height without caps; axis 'x', 'y' or 'z'. */
CL_API void cl_round(FILE *out, const char *name, const char *kind, double radius, double half_height, char axis,
                     const double *position, const double *rotation) {
    char shape[192];
    snprintf(shape, sizeof shape, "{\"type\":\"%.16s\",\"radius\":%.17g,\"half_height\":%.17g,\"axis\":\"%c\"}", kind, radius, half_height, axis);
    cl_body(out, name, shape, position, rotation);
}

/* The convex hull of points. */
CL_API void cl_hull(FILE *out, const char *name, const double (*points)[3], size_t count, const double *position, const double *rotation) {
    size_t i;
    fputs("{\"body\":{\"name\":", out);
    cl_text(out, name);
    fputs(",\"shape\":{\"type\":\"polytope\",\"points\":[", out);
    for (i = 0; i < count; ++i) {
        if (i) fputc(',', out);
        cl_numbers(out, points[i], 3);
    }
    fputs("]}", out);
    cl_place(out, position, rotation);
    fputs("}}\n", out);
}

/* How many poses the open frame has, and how many bodies that are gone. */
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

/* A body that is not there from this frame on, until a later one gives it a pose. After the poses of the frame; of a body that
 * comes later, in the first frame. */
CL_API void cl_gone(FILE *out, const char *body) {
    fputs(cl_poses()[1]++ ? "," : "],\"gone\":[", out);
    cl_text(out, body);
}

CL_API void cl_frame_end(FILE *out) {
    fputs("]}}\n", out);
    fflush(out); /* so that a crash loses no frame */
}

/* What the engine says of a and b, in the frame before, or as the bodies begin. */
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
            fputs(i ? ",{\"position\":" : "{\"position\":", out);
            cl_numbers(out, answer->position[i], 3);
            if (answer->depth) { fputs(",\"depth\":", out); cl_number(out, answer->depth[i]); }
            if (answer->impulse) { fputs(",\"impulse\":", out); cl_number(out, answer->impulse[i]); }
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
