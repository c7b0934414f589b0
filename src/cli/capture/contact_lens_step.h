
/* Steps: everything that an engine computed in one step, as one line, for `contact-lens audit`.
 *
 *   after cl_frame_end of the frame from which the step starts:
 *     cl_step step = cl_step_of(1.0 / 60.0, gravity);
 *     step.precision = "f32"; step.model = "{\"solve\":\"sequential\",\"friction\":\"box\",\"iterations\":10}";
 *     cl_step_begin(out, &step);
 *     cl_step_body(out, &body);      for every body; cl_body_of("wheel") is where to begin
 *     cl_step_pair(out, "wheel", "kerb", 1);                             pairs of the broad phase
 *     cl_contact(out, &contact);     for every contact, in the order that rows refer to
 *     cl_step_joint(out, &joint);    for every joint
 *     cl_row(out, &row);             for every row of the solver, in its order
 *     cl_step_end(out);
 *
 * Units are SI in the world frame, quaternions x y z w, impulses in newton seconds of the whole step. The calls come in this
 * order: an item that comes too late is left out, and a `skipped` line reports how many were. Fields that are left as the
 * functions `..._of` set them are not written. */
#ifndef CONTACT_LENS_STEP_H
#define CONTACT_LENS_STEP_H

/* Data about a step as a whole. */
typedef struct cl_step {
    double time_step;        /* seconds */
    const double *gravity;   /* three numbers, m/s^2; or NULL */
    const char *precision;   /* "f32" or "f64": precision of the engine; or NULL */
    const char *coordinates; /* "bodies", "generalized" or "reduced" */
    const char *model;       /* JSON object with the rules of the engine, such as {"solve":"sequential"}; or NULL */
    const char *more;        /* further JSON fields, such as "\"excluded\":[[\"a\",\"b\"]]"; or NULL */
    int pairs, contacts, joints, rows; /* 1 where the program writes them: without an item the list is written empty */
} cl_step;

/* Pose and velocities of a body before or after a step. */
typedef struct cl_state {
    const double *position;         /* three numbers, meters; or NULL */
    const double *rotation;         /* quaternion x y z w; or NULL */
    const double *velocity;         /* of the center of mass, m/s; or NULL */
    const double *angular_velocity; /* rad/s; or NULL */
} cl_state;

/* Body of a step. Begin with cl_body_of(), and set the known fields. */
typedef struct cl_step_body_data {
    const char *name;
    const char *kind;             /* "dynamic", "static" or "kinematic" */
    const char *shape;            /* JSON, as scene files have it; NULL where the body's line gives it */
    double mass;                  /* kilograms; NAN where unknown, as for the numbers below */
    const double *inertia;        /* three principal moments or 3 x 3 numbers, body frame, about the center of mass; or NULL */
    size_t inertia_count;         /* 3 or 9 */
    const double *center_of_mass; /* body frame, meters; or NULL for the origin */
    int uniform;                  /* 1 where the body is filled uniformly */
    double friction, restitution; /* of the body */
    long group, mask;             /* below 0 where unknown */
    cl_state before, after;
    const double *force, *torque; /* without gravity, N and N m; or NULL */
    double gravity_scale, linear_damping, angular_damping; /* dampings in 1/s */
    const double *free_velocity, *free_angular_velocity;   /* after forces, before impulses; or NULL */
    const double *push_velocity, *push_angular_velocity;   /* moved the pose and was discarded; or NULL */
    int sleeping;                 /* 1 where the body sleeps */
} cl_step_body_data;

/* Contact point of a step. Begin with cl_contact_of(), and set the known fields. */
typedef struct cl_contact_data {
    const char *a, *b;
    double normal[3];              /* unit, from a towards b */
    double gap;                    /* meters, negative in overlap */
    const double *position;        /* middle between the surfaces; or NULL where the points on the bodies are given */
    const double *on_a, *on_b;     /* or NULL */
    double friction, restitution;  /* coefficients of the pair; NAN where unknown */
    double impulse;                /* along the normal; NAN where unknown */
    const double *friction_impulse, *torque_impulse; /* three numbers: on b; or NULL */
} cl_contact_data;

/* Joint of a step. Begin with cl_joint_of(), and set the known fields. */
typedef struct cl_joint_data {
    const char *name;
    const char *kind;                                 /* "ball", "hinge", "slider", "distance" or "fixed" */
    const char *a, *b;
    const double *anchor_a, *anchor_b;                /* body frames, meters; or NULL */
    const double *axis;                               /* unit, frame of a; or NULL */
    double length;                                    /* meters; NAN where unknown */
    const double *impulse, *torque_impulse;           /* three numbers: on b; or NULL */
} cl_joint_data;

/* Row of the solver: w = J u + softness impulse - target. Begin with cl_row_of(), and set the known fields. */
typedef struct cl_row_data {
    int contact, joint;         /* index of the contact or of the joint that the row belongs to; below 0 for none */
    const char *part;           /* "normal", "friction 1", "friction 2", "torsion", ..., or the number of a joint's row */
    const char *a, *b;
    const double *jacobian;     /* linear and angular part of a, then of b; the impulse acts on b along the parts of b */
    size_t count;               /* length of the Jacobian: 12 for bodies */
    double target, softness;    /* m/s or rad/s; velocity per impulse */
    double effective_mass;      /* NAN where unknown, as for the numbers below */
    double lower, upper;        /* bounds of the impulse; not finite for none */
    int friction_of;            /* index of the row of the normal that bounds this row; below 0 for none */
    double coefficient;         /* of that bound */
    double warm, impulse;       /* initial and final impulse */
    double surface_velocity;
} cl_row_data;

/* Open section of a step, number of its items, number of items that came too late, and bits of the lists still to be written. */
typedef struct cl_step_place {
    int section;
    size_t items, late;
    unsigned missing;
} cl_step_place;

CL_API cl_step_place *cl_here(void) {
    static cl_step_place place = {0, 0, 0, 0};
    return &place;
}

CL_API cl_step cl_step_of(double time_step, const double *gravity) {
    cl_step step;
    memset(&step, 0, sizeof step);
    step.time_step = time_step;
    step.gravity = gravity;
    step.coordinates = "bodies";
    return step;
}

CL_API cl_step_body_data cl_body_of(const char *name, const char *kind) {
    cl_step_body_data body;
    memset(&body, 0, sizeof body);
    body.name = name;
    body.kind = kind;
    body.mass = body.friction = body.restitution = (double)NAN;
    body.gravity_scale = body.linear_damping = body.angular_damping = (double)NAN;
    body.group = body.mask = -1;
    return body;
}

CL_API cl_contact_data cl_contact_of(const char *a, const char *b) {
    cl_contact_data contact;
    memset(&contact, 0, sizeof contact);
    contact.a = a;
    contact.b = b;
    contact.friction = contact.restitution = contact.impulse = (double)NAN;
    return contact;
}

CL_API cl_joint_data cl_joint_of(const char *name, const char *kind, const char *a, const char *b) {
    cl_joint_data joint;
    memset(&joint, 0, sizeof joint);
    joint.name = name;
    joint.kind = kind;
    joint.a = a;
    joint.b = b;
    joint.length = (double)NAN;
    return joint;
}

CL_API cl_row_data cl_row_of(const char *part, const char *a, const char *b, const double *jacobian) {
    cl_row_data row;
    memset(&row, 0, sizeof row);
    row.contact = row.joint = row.friction_of = -1;
    row.part = part;
    row.a = a;
    row.b = b;
    row.jacobian = jacobian;
    row.count = 12;
    row.effective_mass = row.lower = row.upper = row.coefficient = row.warm = row.impulse = (double)NAN;
    row.surface_velocity = (double)NAN;
    return row;
}

/* Fields that are written only where they are known. */
CL_API void cl_field_text(FILE *out, const char *name, const char *text, int *fields) {
    if (text) { cl_field(out, name, fields); cl_text(out, text); }
}

CL_API void cl_field_number(FILE *out, const char *name, double value, int *fields) {
    if (isfinite(value)) { cl_field(out, name, fields); cl_number(out, value); }
}

CL_API void cl_field_numbers(FILE *out, const char *name, const double *values, size_t count, int *fields) {
    if (values) { cl_field(out, name, fields); cl_numbers(out, values, count); }
}

CL_API void cl_field_index(FILE *out, const char *name, long index, int *fields) {
    if (index >= 0) { cl_field(out, name, fields); fprintf(out, "%ld", index); }
}

CL_API void cl_field_state(FILE *out, const char *name, const cl_state *state, int *fields) {
    int own = 0;
    if (!state->position && !state->rotation && !state->velocity && !state->angular_velocity) return;
    cl_field(out, name, fields);
    fputc('{', out);
    cl_field_numbers(out, "position", state->position, 3, &own);
    cl_field_numbers(out, "rotation", state->rotation, 4, &own);
    cl_field_numbers(out, "velocity", state->velocity, 3, &own);
    cl_field_numbers(out, "angular_velocity", state->angular_velocity, 3, &own);
    fputc('}', out);
}

CL_API void cl_field_motion(FILE *out, const char *name, const double *velocity, const double *angular, int *fields) {
    cl_state motion;
    memset(&motion, 0, sizeof motion);
    motion.velocity = velocity;
    motion.angular_velocity = angular;
    cl_field_state(out, name, &motion, fields);
}

/* Opens the next item of a section: 1 bodies, 2 and 3 pairs, 4 contacts, 5 joints, 6 rows. Returns 0 where it comes too late. */
CL_API int cl_item(FILE *out, int section) {
    static const char *const begin[] = {"", "\"bodies\":[", "\"broad_phase\":{\"pairs\":[", "\"filtered\":[", "\"contacts\":[",
                                        "\"joints\":[", "\"rows\":["};
    cl_step_place *here = cl_here();
    if (section < here->section) { ++here->late; return 0; }
    if (section == here->section) {
        if (here->items++) fputc(',', out);
        return 1;
    }
    if (here->section == 3 && here->missing & 4u) { fputs("],\"pairs\":[", out); here->missing &= ~4u; }
    if (here->section) fputc(']', out);
    if (here->section == 3 || (here->section == 2 && section != 3)) fputc('}', out);
    fputc(',', out);
    if (section == 3 && here->section != 2) fputs("\"broad_phase\":{", out);
    fputs(begin[section], out);
    here->section = section;
    here->items = 1;
    here->missing &= ~(1u << section);
    return 1;
}

CL_API void cl_step_begin(FILE *out, const cl_step *step) {
    int fields = 1;
    cl_step_place *here = cl_here();
    here->section = 0;
    here->items = here->late = 0;
    here->missing = (step->pairs ? 4u : 0u) | (step->contacts ? 16u : 0u) | (step->joints ? 32u : 0u) | (step->rows ? 64u : 0u);
    fputs("{\"step\":{\"version\":1", out);
    cl_field_text(out, "engine", *cl_engine(), &fields);
    cl_field_text(out, "precision", step->precision, &fields);
    cl_field(out, "time_step", &fields);
    cl_number(out, step->time_step);
    cl_field_numbers(out, "gravity", step->gravity, 3, &fields);
    cl_field_text(out, "coordinates", step->coordinates, &fields);
    if (step->model) { cl_field(out, "model", &fields); fputs(step->model, out); }
    if (step->more) { fputc(',', out); fputs(step->more, out); }
}

CL_API void cl_step_body(FILE *out, const cl_step_body_data *body) {
    int fields = 0;
    if (!cl_item(out, 1)) return;
    fputc('{', out);
    cl_field_text(out, "name", body->name, &fields);
    cl_field_text(out, "kind", body->kind, &fields);
    if (body->shape) { cl_field(out, "shapes", &fields); fputs("[{\"shape\":", out); fputs(body->shape, out); fputs("}]", out); }
    cl_field_number(out, "mass", body->mass, &fields);
    if (body->inertia && body->inertia_count == 9) {
        cl_field(out, "inertia", &fields);
        fputc('[', out);
        cl_numbers(out, body->inertia, 3); fputc(',', out);
        cl_numbers(out, body->inertia + 3, 3); fputc(',', out);
        cl_numbers(out, body->inertia + 6, 3); fputc(']', out);
    } else cl_field_numbers(out, "inertia", body->inertia, 3, &fields);
    cl_field_numbers(out, "center_of_mass", body->center_of_mass, 3, &fields);
    if (body->uniform) { cl_field(out, "uniform", &fields); fputs("true", out); }
    cl_field_number(out, "friction", body->friction, &fields);
    cl_field_number(out, "restitution", body->restitution, &fields);
    cl_field_index(out, "group", body->group, &fields);
    cl_field_index(out, "mask", body->mask, &fields);
    cl_field_state(out, "before", &body->before, &fields);
    cl_field_state(out, "after", &body->after, &fields);
    cl_field_numbers(out, "force", body->force, 3, &fields);
    cl_field_numbers(out, "torque", body->torque, 3, &fields);
    cl_field_number(out, "gravity_scale", body->gravity_scale, &fields);
    cl_field_number(out, "linear_damping", body->linear_damping, &fields);
    cl_field_number(out, "angular_damping", body->angular_damping, &fields);
    cl_field_motion(out, "free", body->free_velocity, body->free_angular_velocity, &fields);
    cl_field_motion(out, "push", body->push_velocity, body->push_angular_velocity, &fields);
    if (body->sleeping) { cl_field(out, "sleeping", &fields); fputs("true", out); }
    fputc('}', out);
}

/* Pair of the broad phase. Call for all tested pairs first (tested 1), then for those that a filter rejected (tested 0). */
CL_API void cl_step_pair(FILE *out, const char *a, const char *b, int tested) {
    if (!cl_item(out, tested ? 2 : 3)) return;
    fputc('[', out);
    cl_text(out, a);
    fputc(',', out);
    cl_text(out, b);
    fputc(']', out);
}

CL_API void cl_contact(FILE *out, const cl_contact_data *contact) {
    int fields = 0;
    if (!cl_item(out, 4)) return;
    fputc('{', out);
    cl_field_text(out, "a", contact->a, &fields);
    cl_field_text(out, "b", contact->b, &fields);
    cl_field_numbers(out, "normal", contact->normal, 3, &fields);
    cl_field(out, "gap", &fields);
    cl_number(out, contact->gap);
    cl_field_numbers(out, "position", contact->position, 3, &fields);
    cl_field_numbers(out, "on_a", contact->on_a, 3, &fields);
    cl_field_numbers(out, "on_b", contact->on_b, 3, &fields);
    cl_field_number(out, "friction", contact->friction, &fields);
    cl_field_number(out, "restitution", contact->restitution, &fields);
    cl_field_number(out, "impulse", contact->impulse, &fields);
    cl_field_numbers(out, "friction_impulse", contact->friction_impulse, 3, &fields);
    cl_field_numbers(out, "torque_impulse", contact->torque_impulse, 3, &fields);
    fputc('}', out);
}

CL_API void cl_step_joint(FILE *out, const cl_joint_data *joint) {
    int fields = 0;
    if (!cl_item(out, 5)) return;
    fputc('{', out);
    cl_field_text(out, "name", joint->name, &fields);
    cl_field_text(out, "kind", joint->kind, &fields);
    cl_field_text(out, "a", joint->a, &fields);
    cl_field_text(out, "b", joint->b, &fields);
    cl_field_numbers(out, "anchor_a", joint->anchor_a, 3, &fields);
    cl_field_numbers(out, "anchor_b", joint->anchor_b, 3, &fields);
    cl_field_numbers(out, "axis", joint->axis, 3, &fields);
    cl_field_number(out, "length", joint->length, &fields);
    cl_field_numbers(out, "impulse", joint->impulse, 3, &fields);
    cl_field_numbers(out, "torque_impulse", joint->torque_impulse, 3, &fields);
    fputc('}', out);
}

CL_API void cl_row(FILE *out, const cl_row_data *row) {
    int fields = 0;
    if (!cl_item(out, 6)) return;
    fputc('{', out);
    cl_field_index(out, "contact", row->contact, &fields);
    cl_field_index(out, "joint", row->joint, &fields);
    if (row->part && row->part[0] >= '0' && row->part[0] <= '9') { cl_field(out, "part", &fields); fputs(row->part, out); }
    else cl_field_text(out, "part", row->part, &fields);
    cl_field_text(out, "a", row->a, &fields);
    cl_field_text(out, "b", row->b, &fields);
    cl_field_numbers(out, "jacobian", row->jacobian, row->count, &fields);
    cl_field_number(out, "target", row->target, &fields);
    cl_field_number(out, "softness", row->softness, &fields);
    cl_field_number(out, "effective_mass", row->effective_mass, &fields);
    cl_field_number(out, "lower", row->lower, &fields);
    cl_field_number(out, "upper", row->upper, &fields);
    cl_field_index(out, "friction_of", row->friction_of, &fields);
    cl_field_number(out, "coefficient", row->coefficient, &fields);
    cl_field_number(out, "warm", row->warm, &fields);
    cl_field_number(out, "impulse", row->impulse, &fields);
    cl_field_number(out, "surface_velocity", row->surface_velocity, &fields);
    fputc('}', out);
}

CL_API void cl_step_end(FILE *out) {
    cl_step_place *here = cl_here();
    if (here->section == 3 && here->missing & 4u) fputs("],\"pairs\":[", out);
    if (here->section) fputc(']', out);
    if (here->section == 2 || here->section == 3) fputc('}', out);
    else if (here->missing & 4u) fputs(",\"broad_phase\":{\"pairs\":[]}", out);
    if (here->missing & 16u) fputs(",\"contacts\":[]", out);
    if (here->missing & 32u) fputs(",\"joints\":[]", out);
    if (here->missing & 64u) fputs(",\"rows\":[]", out);
    fputs("}}\n", out);
    if (here->late) {
        fputs("{\"skipped\":{\"name\":\"items of a step\",\"why\":", out);
        fprintf(out, "\"%lu came after a later section\"}}\n", (unsigned long)here->late);
        here->late = 0;
    }
    here->section = 0;
    fflush(out);
}

#endif
