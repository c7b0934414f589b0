
// Solver of Bullet that copies the rows it solves: every step of a btDiscreteDynamicsWorld as a `step` line.
//
//   cl_bullet_solver solver(out);
//   solver.name(crate, "crate");                        the name of its body line; unnamed bodies are called "body 0", ...
//   world.setConstraintSolver(&solver);
//   each step: solver.begin(world, h);                  after the frame from which the step starts
//              world.stepSimulation(h, 0);
//              solver.end(world);
//
// Bullet is unchanged: the class copies the pools of its base class after their setup and before their end. Boxes, spheres, capsules
// and planes are written with their shapes; give the JSON of other shapes by solver.shape. Masses of bodies with locked axes are not
// given, nor are rows of the solvers for several threads and for multibodies.
#ifndef CONTACT_LENS_BULLET_STEP_HPP
#define CONTACT_LENS_BULLET_STEP_HPP

#include <btBulletDynamicsCommon.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include <map>
#include <string>
#include <vector>

class cl_bullet_solver : public btSequentialImpulseConstraintSolver {
public:
    explicit cl_bullet_solver(FILE *file) : out(file), time_step(0) {}

    void name(const btCollisionObject *object, const char *text) { names[object] = text; }

    /// Shape of a body as JSON, as scene files have it.
    void shape(const btCollisionObject *object, const char *json) { shapes[object] = json; }

    /// Copies poses, velocities and forces from which the step starts.
    void begin(const btDiscreteDynamicsWorld &world, btScalar h) {
        time_step = h;
        bodies.clear(); contacts.clear(); joints.clear(); rows.clear();
        const btCollisionObjectArray &objects = world.getCollisionObjectArray();
        for (int k = 0; k < objects.size(); ++k) {
            if (!names.count(objects[k])) names[objects[k]] = "body " + std::to_string(k);
            bodies.push_back(body_before(objects[k], world.getGravity()));
        }
    }

    /// Writes the step.
    void end(const btDiscreteDynamicsWorld &world) {
        double gravity[3];
        vector(world.getGravity(), gravity);
        const std::string rules = model(world);
        cl_step step = cl_step_of(time_step, gravity);
        step.precision = sizeof(btScalar) == sizeof(float) ? "f32" : "f64";
        step.model = rules.c_str();
        step.contacts = step.joints = step.rows = 1;
        cl_step_begin(out, &step);
        for (size_t k = 0; k < bodies.size(); ++k) write_body(bodies[k]);
        for (size_t k = 0; k < contacts.size(); ++k) write_contact(contacts[k], int(k));
        for (size_t k = 0; k < joints.size(); ++k) write_joint(joints[k], int(k));
        for (size_t k = 0; k < rows.size(); ++k) write_row(rows[k]);
        cl_step_end(out);
    }

protected:
    /// Copies the rows after their setup, with the impulses from which the solver starts.
    btScalar solveGroupCacheFriendlySetup(btCollisionObject **objects, int count, btPersistentManifold **manifolds, int manifold_count,
                                          btTypedConstraint **constraints, int constraint_count, const btContactSolverInfo &info,
                                          btIDebugDraw *drawer) override {
        const btScalar result = btSequentialImpulseConstraintSolver::solveGroupCacheFriendlySetup(
            objects, count, manifolds, manifold_count, constraints, constraint_count, info, drawer);
        first_row = rows.size();
        std::map<const void *, int> found;
        for (int m = 0; m < manifold_count; ++m) {
            for (int p = 0; p < manifolds[m]->getNumContacts(); ++p) {
                found[&manifolds[m]->getContactPoint(p)] = int(contacts.size());
                contacts.push_back(contact_of(*manifolds[m], manifolds[m]->getContactPoint(p)));
            }
        }
        copy_joints(constraints, constraint_count);
        const size_t first_normal = rows.size();
        for (int k = 0; k < m_tmpSolverContactConstraintPool.size(); ++k) {
            const btSolverConstraint &c = m_tmpSolverContactConstraintPool[k];
            const std::map<const void *, int>::const_iterator at = found.find(c.m_originalContactPoint);
            const int contact = at == found.end() ? -1 : at->second;
            rows.push_back(row_of(c, "normal", contact, -1, contact < 0 ? NULL : contacts[contact].a, contact < 0 ? NULL : contacts[contact].b));
        }
        copy_friction(m_tmpSolverContactFrictionConstraintPool, first_normal, false);
        copy_friction(m_tmpSolverContactRollingFrictionConstraintPool, first_normal, true);
        return result;
    }

    /// Reads the impulses and the velocities of split impulses before they are written back to the bodies.
    btScalar solveGroupCacheFriendlyFinish(btCollisionObject **objects, int count, const btContactSolverInfo &info) override {
        const btConstraintArray *pools[] = {&m_tmpSolverNonContactConstraintPool, &m_tmpSolverContactConstraintPool,
                                            &m_tmpSolverContactFrictionConstraintPool, &m_tmpSolverContactRollingFrictionConstraintPool};
        size_t row = first_row;
        for (size_t pool = 0; pool < 4; ++pool)
            for (int k = 0; k < pools[pool]->size() && row < rows.size(); ++k) rows[row++].impulse = scalar((*pools[pool])[k].m_appliedImpulse);
        for (int k = 0; info.m_splitImpulse && k < m_tmpSolverBodyPool.size(); ++k) {
            const btSolverBody &solved = m_tmpSolverBodyPool[k];
            body_data *body = solved.m_originalBody ? body_of(solved.m_originalBody) : NULL;
            if (!body) continue;
            body->pushed = true;
            vector(solved.m_pushVelocity, body->push);
            vector(solved.m_turnVelocity * info.m_splitImpulseTurnErp, body->turn);
        }
        return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyFinish(objects, count, info);
    }

private:
    struct body_data {
        const btCollisionObject *object;
        const btRigidBody *rigid; ///< NULL for other collision objects
        double position[3], rotation[4], velocity[3], angular[3], force[3], torque[3], push[3], turn[3];
        bool pushed;
    };
    struct contact_data {
        const btCollisionObject *a, *b;
        double normal[3], on_a[3], on_b[3], gap, friction, restitution;
    };
    struct row_data {
        const char *part; ///< NULL for the rows of a joint, which have a number
        int contact, joint, number, friction_of;
        const btCollisionObject *a, *b;
        double jacobian[12], target, softness, effective_mass, lower, upper, coefficient, warm, impulse;
    };

    FILE *out;
    btScalar time_step;
    size_t first_row;
    std::map<const btCollisionObject *, std::string> names, shapes;
    std::vector<body_data> bodies;
    std::vector<contact_data> contacts;
    std::vector<const btTypedConstraint *> joints;
    std::vector<row_data> rows;

    static double scalar(const btSimdScalar &value) { return double(btScalar(value)); }

    static void vector(const btVector3 &from, double *to) {
        for (int k = 0; k < 3; ++k) to[k] = from[k];
    }

    static void turn(const btQuaternion &from, double *to) {
        to[0] = from.x(); to[1] = from.y(); to[2] = from.z(); to[3] = from.w();
    }

    /// Adds a number as JSON, in any locale.
    static void add(std::string &to, double value) {
        char text[64];
        bool separated = false;
        snprintf(text, sizeof text, "%.17g", value);
        for (const char *c = text; *c; ++c) {
            if (strchr("0123456789+-e", *c)) to += *c;
            else if (!separated) { to += '.'; separated = true; }
        }
    }

    static void add(std::string &to, const char *before, double value) {
        to += before;
        add(to, value);
    }

    body_data *body_of(const btCollisionObject *object) {
        for (size_t k = 0; k < bodies.size(); ++k)
            if (bodies[k].object == object) return &bodies[k];
        return NULL;
    }

    static body_data body_before(const btCollisionObject *object, const btVector3 &gravity) {
        body_data body = body_data();
        const btTransform &at = object->getWorldTransform();
        body.object = object;
        body.rigid = btRigidBody::upcast(object);
        vector(at.getOrigin(), body.position);
        turn(at.getRotation(), body.rotation);
        if (body.rigid) {
            vector(body.rigid->getLinearVelocity(), body.velocity);
            vector(body.rigid->getAngularVelocity(), body.angular);
            btVector3 force = body.rigid->getTotalForce();
            if (body.rigid->getInvMass() > 0) force += (body.rigid->getGravity() - gravity) / body.rigid->getInvMass();
            vector(force, body.force);
            vector(body.rigid->getTotalTorque(), body.torque);
        }
        return body;
    }

    static contact_data contact_of(const btPersistentManifold &manifold, const btManifoldPoint &point) {
        contact_data contact = contact_data();
        contact.a = manifold.getBody0();
        contact.b = manifold.getBody1();
        vector(-point.m_normalWorldOnB, contact.normal);
        vector(point.getPositionWorldOnA(), contact.on_a);
        vector(point.getPositionWorldOnB(), contact.on_b);
        contact.gap = point.getDistance();
        contact.friction = point.m_combinedFriction;
        contact.restitution = point.m_combinedRestitution;
        return contact;
    }

    /// Row as `J u + softness impulse = target`: Bullet stores the target times the effective mass, relative to the free velocities.
    row_data row_of(const btSolverConstraint &c, const char *part, int contact, int joint, const btCollisionObject *a, const btCollisionObject *b) {
        row_data row = row_data();
        row.part = part; row.contact = contact; row.joint = joint; row.friction_of = -1;
        row.a = a; row.b = b;
        vector(c.m_contactNormal1, row.jacobian);
        vector(c.m_relpos1CrossNormal, row.jacobian + 3);
        vector(c.m_contactNormal2, row.jacobian + 6);
        vector(c.m_relpos2CrossNormal, row.jacobian + 9);
        row.effective_mass = c.m_jacDiagABInv;
        const double mass = row.effective_mass ? row.effective_mass : 1;
        row.softness = double(c.m_cfm) / mass;
        row.target = double(c.m_rhs) / mass + free_speed(row.jacobian, c.m_solverBodyIdA) + free_speed(row.jacobian + 6, c.m_solverBodyIdB);
        row.lower = c.m_lowerLimit > btScalar(-1e9) ? double(c.m_lowerLimit) : double(NAN);
        row.upper = c.m_upperLimit < btScalar(1e9) ? double(c.m_upperLimit) : double(NAN);
        row.coefficient = NAN;
        row.warm = scalar(c.m_appliedImpulse);
        return row;
    }

    /// Part of a body in the velocity along a row before any impulse of the step.
    double free_speed(const double *jacobian, int solver_body) const {
        const btSolverBody &body = m_tmpSolverBodyPool[solver_body];
        if (!body.m_originalBody) return 0;
        double sum = 0;
        for (int k = 0; k < 3; ++k) {
            sum += jacobian[k] * (double(body.m_linearVelocity[k]) + double(body.m_externalForceImpulse[k]));
            sum += jacobian[3 + k] * (double(body.m_angularVelocity[k]) + double(body.m_externalTorqueImpulse[k]));
        }
        return sum;
    }

    void copy_joints(btTypedConstraint **constraints, int count) {
        int next = 0;
        for (int j = 0; j < count && j < m_tmpConstraintSizesPool.size(); ++j) {
            const btTypedConstraint *joint = constraints[j];
            const int size = m_tmpConstraintSizesPool[j].m_numConstraintRows;
            if (!size) continue;
            for (int k = 0; k < size && next < m_tmpSolverNonContactConstraintPool.size(); ++k, ++next) {
                row_data row = row_of(m_tmpSolverNonContactConstraintPool[next], NULL, -1, int(joints.size()), &joint->getRigidBodyA(),
                                      &joint->getRigidBodyB());
                row.number = k;
                rows.push_back(row);
            }
            joints.push_back(joint);
        }
    }

    void copy_friction(const btConstraintArray &pool, size_t first_normal, bool rolling) {
        std::map<int, int> count;
        static const char *const sliding_parts[] = {"friction 1", "friction 2"};
        static const char *const rolling_parts[] = {"torsion", "rolling 1", "rolling 2"};
        for (int k = 0; k < pool.size(); ++k) {
            const int normal = int(first_normal) + pool[k].m_frictionIndex, number = count[normal]++;
            const char *part = rolling ? rolling_parts[number < 3 ? number : 2] : sliding_parts[number < 2 ? number : 1];
            // A copy, since `rows` grows below.
            const row_data bounding = rows[normal];
            row_data row = row_of(pool[k], part, bounding.contact, -1, bounding.a, bounding.b);
            row.friction_of = normal;
            row.coefficient = pool[k].m_friction;
            row.lower = row.upper = NAN;
            rows.push_back(row);
        }
    }

    /// Rules of the solver: the contact target sums bounce and push.
    std::string model(const btDiscreteDynamicsWorld &world) const {
        const btContactSolverInfo &info = const_cast<btDiscreteDynamicsWorld &>(world).getSolverInfo();
        const bool ordered = !(info.m_solverMode & (SOLVER_RANDMIZE_ORDER | SOLVER_INTERLEAVE_CONTACT_AND_FRICTION_CONSTRAINTS));
        std::string text = "{\"solve\":\"sequential\",\"friction\":\"box\",\"iterations\":" + std::to_string(info.m_numIterations);
        text += info.m_solverMode & SOLVER_USE_WARMSTARTING ? ",\"warm_start\":true" : ",\"warm_start\":false";
        if (ordered) text += ",\"order\":\"rows\"";
        text += info.m_splitImpulse ? ",\"position\":{\"kind\":\"split\"" : ",\"position\":{\"kind\":\"baumgarte\"";
        add(text, ",\"beta\":", info.m_erp2);
        add(text, ",\"slop\":", info.m_linearSlop);
        if (info.m_splitImpulse) add(text, ",\"split_below\":", -info.m_splitImpulsePenetrationThreshold);
        text += ",\"combine\":\"sum\"}";
        add(text, ",\"restitution_threshold\":", info.m_restitutionVelocityThreshold);
        text += ",\"damping\":{\"rule\":\"factor\",\"at\":\"before_forces\"},\"gyroscopic\":\"";
        return text + gyroscopic() + "\"}";
    }

    const char *gyroscopic() const {
        for (size_t k = 0; k < bodies.size(); ++k) {
            if (!bodies[k].rigid || bodies[k].rigid->isStaticOrKinematicObject()) continue;
            if (bodies[k].rigid->getFlags() & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY) return "implicit_body";
            if (bodies[k].rigid->getFlags() & BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT) return "explicit";
        }
        return "none";
    }

    /// JSON of the shapes that are named here; empty for others.
    std::string shape_of(const btCollisionObject *object) const {
        const std::map<const btCollisionObject *, std::string>::const_iterator own = shapes.find(object);
        if (own != shapes.end()) return own->second;
        const btCollisionShape *shape = object->getCollisionShape();
        std::string text;
        if (shape->getShapeType() == BOX_SHAPE_PROXYTYPE) {
            const btVector3 half = static_cast<const btBoxShape *>(shape)->getHalfExtentsWithMargin();
            add(text, "{\"type\":\"box\",\"half_extents\":[", half.x()); add(text, ",", half.y()); add(text, ",", half.z());
            return text + "]}";
        }
        if (shape->getShapeType() == SPHERE_SHAPE_PROXYTYPE) {
            add(text, "{\"type\":\"sphere\",\"radius\":", static_cast<const btSphereShape *>(shape)->getRadius());
            return text + "}";
        }
        if (shape->getShapeType() == CAPSULE_SHAPE_PROXYTYPE) {
            const btCapsuleShape *capsule = static_cast<const btCapsuleShape *>(shape);
            add(text, "{\"type\":\"capsule\",\"radius\":", capsule->getRadius());
            add(text, ",\"half_height\":", capsule->getHalfHeight());
            return text + ",\"axis\":\"" + "xyz"[capsule->getUpAxis()] + "\"}";
        }
        if (shape->getShapeType() == STATIC_PLANE_PROXYTYPE) {
            const btStaticPlaneShape *plane = static_cast<const btStaticPlaneShape *>(shape);
            const btVector3 &normal = plane->getPlaneNormal();
            add(text, "{\"type\":\"halfspace\",\"normal\":[", normal.x()); add(text, ",", normal.y()); add(text, ",", normal.z());
            add(text, "],\"offset\":", plane->getPlaneConstant());
            return text + "}";
        }
        return text;
    }

    const char *name_of(const btCollisionObject *object) const {
        const std::map<const btCollisionObject *, std::string>::const_iterator at = names.find(object);
        return at == names.end() ? "world" : at->second.c_str();
    }

    void write_body(const body_data &body) {
        const std::string form = shape_of(body.object);
        const btRigidBody *rigid = body.rigid;
        double position[3], rotation[4], velocity[3] = {0, 0, 0}, angular[3] = {0, 0, 0}, inertia[3];
        const bool still = body.object->isStaticObject(), kinematic = body.object->isKinematicObject();
        cl_step_body_data data = cl_body_of(name_of(body.object), still ? "static" : kinematic ? "kinematic" : "dynamic");
        if (!form.empty()) data.shape = form.c_str();
        data.friction = body.object->getFriction();
        data.restitution = body.object->getRestitution();
        data.before.position = body.position; data.before.rotation = body.rotation;
        data.before.velocity = body.velocity; data.before.angular_velocity = body.angular;
        vector(body.object->getWorldTransform().getOrigin(), position);
        turn(body.object->getWorldTransform().getRotation(), rotation);
        if (rigid) { vector(rigid->getLinearVelocity(), velocity); vector(rigid->getAngularVelocity(), angular); }
        data.after.position = position; data.after.rotation = rotation;
        data.after.velocity = velocity; data.after.angular_velocity = angular;
        if (rigid && rigid->getInvMass() > 0) {
            const btVector3 &inverse = rigid->getInvInertiaDiagLocal(), one(1, 1, 1);
            if (rigid->getLinearFactor() == one && rigid->getAngularFactor() == one && inverse.x() > 0 && inverse.y() > 0 && inverse.z() > 0) {
                data.mass = 1 / double(rigid->getInvMass());
                for (int k = 0; k < 3; ++k) inertia[k] = 1 / double(inverse[k]);
                data.inertia = inertia;
                data.inertia_count = 3;
            }
            data.force = body.force; data.torque = body.torque;
            data.linear_damping = rigid->getLinearDamping();
            data.angular_damping = rigid->getAngularDamping();
            data.sleeping = !rigid->isActive();
        }
        if (body.pushed) { data.push_velocity = body.push; data.push_angular_velocity = body.turn; }
        cl_step_body(out, &data);
    }

    void write_contact(const contact_data &contact, int number) {
        double friction[3] = {0, 0, 0};
        cl_contact_data data = cl_contact_of(name_of(contact.a), name_of(contact.b));
        for (int k = 0; k < 3; ++k) data.normal[k] = contact.normal[k];
        data.gap = contact.gap; data.on_a = contact.on_a; data.on_b = contact.on_b;
        data.friction = contact.friction; data.restitution = contact.restitution;
        data.impulse = 0;
        for (size_t r = 0; r < rows.size(); ++r) {
            if (rows[r].contact != number) continue;
            if (rows[r].friction_of < 0) data.impulse = rows[r].impulse;
            else if (rows[r].part[0] == 'f')
                for (int k = 0; k < 3; ++k) friction[k] += rows[r].jacobian[6 + k] * rows[r].impulse;
        }
        data.friction_impulse = friction;
        cl_contact(out, &data);
    }

    void write_joint(const btTypedConstraint *joint, int number) {
        double anchor_a[3], anchor_b[3];
        char text[32];
        const bool ball = joint->getConstraintType() == POINT2POINT_CONSTRAINT_TYPE;
        snprintf(text, sizeof text, "joint %d", number);
        cl_joint_data data = cl_joint_of(text, ball ? "ball" : "unknown", name_of(&joint->getRigidBodyA()), name_of(&joint->getRigidBodyB()));
        if (ball) {
            vector(static_cast<const btPoint2PointConstraint *>(joint)->getPivotInA(), anchor_a);
            vector(static_cast<const btPoint2PointConstraint *>(joint)->getPivotInB(), anchor_b);
            data.anchor_a = anchor_a; data.anchor_b = anchor_b;
        }
        cl_step_joint(out, &data);
    }

    void write_row(const row_data &row) {
        const std::string number = std::to_string(row.number);
        cl_row_data data = cl_row_of(row.part ? row.part : number.c_str(), name_of(row.a), name_of(row.b), row.jacobian);
        data.contact = row.contact; data.joint = row.joint; data.friction_of = row.friction_of;
        data.target = row.target; data.softness = row.softness; data.effective_mass = row.effective_mass;
        data.lower = row.lower; data.upper = row.upper; data.coefficient = row.coefficient;
        data.warm = row.warm; data.impulse = row.impulse;
        cl_row(out, &data);
    }
};

#endif
