package io.seckill.admin.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The referee is put to the test: every known mistake, put back into the product, must turn it red, and without them it
 * stays as it is. All on one Redis, one MySQL and one process of each kind; a mistake's own processes take the places of
 * the others for its round, and start while the round before it is held.
 */
final class Controls {

    private final Fleet fleet;
    private final Map<Role, List<JvmProcess>> usual = new EnumMap<>(Role.class);
    private final List<Control.Outcome> outcomes = new ArrayList<>();

    private Controls(Fleet fleet) {
        this.fleet = fleet;
        usual.put(Role.ADMIN, List.copyOf(fleet.admins()));
        usual.put(Role.API, List.copyOf(fleet.apis()));
        usual.put(Role.WORKER, List.copyOf(fleet.workers()));
    }

    /** Holds all of them, prints the list, and returns whether the referee was right every time. */
    static boolean play() {
        return play(EnumSet.allOf(Defect.class));
    }

    /** The same for some of the mistakes. */
    static boolean play(Set<Defect> defects) {
        List<Control> controls = Stream.concat(
                        Control.CLEAN.stream(),
                        Stream.of(Defect.values())
                                .map(defect -> new Control(defect, defect))
                                // A worker would take the messages of the round before it: it must wait for the end.
                                .sorted((one, other) -> Boolean.compare(takesMessages(one), takesMessages(other))))
                .filter(control -> defects.contains(control.like()))
                .toList();
        long began = System.nanoTime();
        Controls all;
        try (Fleet fleet = Fleet.start(Control.CLEAN.get(0).options(0))) {
            all = new Controls(fleet);
            all.play(controls);
        }
        System.out.printf(
                "%nThe referee and the known mistakes (%d s):%n", (System.nanoTime() - began) / 1_000_000_000L);
        all.outcomes.forEach(outcome -> System.out.println(outcome.line()));
        return all.outcomes.stream().allMatch(Control.Outcome::right);
    }

    private static boolean takesMessages(Control control) {
        return control.roles().contains(Role.WORKER);
    }

    private void play(List<Control> controls) {
        if (controls.isEmpty()) {
            return;
        }
        CompletableFuture<Map<Role, JvmProcess>> next = prepared(controls.get(0));
        for (int i = 0; i < controls.size(); i++) {
            Control control = controls.get(i);
            Map<Role, JvmProcess> own = next.join();
            enter(own);
            next = i + 1 < controls.size() ? prepared(controls.get(i + 1)) : next;
            Control.Outcome outcome = played(control);
            System.out.println(outcome.line());
            outcomes.add(outcome);
            own.values().forEach(JvmProcess::close);
        }
    }

    /**
     * A mistake that does harm only if something else happens at the right moment need not have met it: it gets other
     * rounds. What is red without a mistake gets none.
     */
    private Control.Outcome played(Control control) {
        Control.Outcome outcome = control.judge(Round.play(control.options(0), fleet));
        for (int again = 1; again < Control.MOST_ROUNDS && !outcome.right() && control.isMistake(); again++) {
            System.out.println(outcome.line() + ", and once more with the next seed");
            outcome = control.judge(Round.play(control.options(again), fleet));
        }
        return outcome;
    }

    private CompletableFuture<Map<Role, JvmProcess>> prepared(Control control) {
        return CompletableFuture.supplyAsync(() -> {
            Defect defect = control.defect();
            var classes = defect == null
                    ? null
                    : DefectBuild.of(defect, fleet.directory().resolve(control.name()));
            Map<Role, JvmProcess> own = new EnumMap<>(Role.class);
            for (Role role : control.roles()) {
                JvmProcess process = fleet.process(
                        role,
                        role.lower() + "-" + control.name(),
                        classes,
                        control.options(0).settings());
                own.put(role, process);
                if (role != Role.WORKER) {
                    process.start();
                }
            }
            return own;
        });
    }

    private void enter(Map<Role, JvmProcess> own) {
        for (Role role : Role.values()) {
            JvmProcess process = own.get(role);
            fleet.seat(role, process == null ? usual.get(role) : List.of(process));
            if (role == Role.WORKER && process != null) {
                usual.get(role).forEach(JvmProcess::terminate);
                process.start();
            }
        }
        fleet.awaitAll();
    }
}
