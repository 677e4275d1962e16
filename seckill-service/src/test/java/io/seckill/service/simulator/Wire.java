package io.seckill.service.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The way to Redis: steps, lost and late calls, and the scripts that Redis knows. */
public final class Wire {

    private static final Map<String, String> DIGESTS = new ConcurrentHashMap<>();
    private static final String REFUSAL = "LOADING Redis is loading the dataset in memory";
    private static final int LATEST_STEPS_BITS = 10;

    /** A script call or a plain command. */
    record Command(Supplier<String> name, Supplier<Object> body) {}

    private record Late(long atStep, List<Command> commands) {}

    private final World world;
    private final RedisModel redis;
    private final LuaMachine machine;
    private final Faults faults;
    private final Mistake mistake;
    private final Referee referee;
    private final Map<String, String> known = new HashMap<>();
    private final List<Late> late = new ArrayList<>();
    private boolean delivering;

    Wire(World world, RedisModel redis, LuaMachine machine, Faults faults, Mistake mistake, Referee referee) {
        this.world = world;
        this.redis = redis;
        this.machine = machine;
        this.faults = faults;
        this.mistake = mistake;
        this.referee = referee;
    }

    void forgetScripts() {
        known.clear();
    }

    boolean isQuiet() {
        return late.isEmpty();
    }

    /** Executes what is late and due. */
    void deliver() {
        for (Late due : List.copyOf(late)) {
            if (due.atStep() <= world.steps()) {
                late.remove(due);
                delivering = true;
                world.trace("late comes:");
                due.commands().forEach(this::execute);
                delivering = false;
            }
        }
    }

    /**
     * Calls a script.
     *
     * @param text the script
     * @param keys its keys
     * @param args its arguments
     * @return the reply
     * @throws Silence if none came
     */
    public Object eval(String text, List<String> keys, List<String> args) {
        return reply(send(List.of(script(text, keys, args))));
    }

    /** The same by digest, or {@link RedisError} if Redis does not know it. */
    Object evalSha(String sha, List<String> keys, List<String> args) {
        return reply(send(List.of(knownScript(sha, keys, args))));
    }

    /**
     * Calls a script as everybody does: by its digest, and if Redis does not know that, by its text.
     *
     * @param sha digest of the text
     * @param text the script
     * @param keys its keys
     * @param args its arguments
     * @return the reply
     * @throws Silence if none came
     */
    public Object call(String sha, String text, List<String> keys, List<String> args) {
        try {
            return evalSha(sha, keys, args);
        } catch (RedisError e) {
            if (!e.getMessage().startsWith("NOSCRIPT")) {
                throw e;
            }
            return eval(text, keys, args);
        }
    }

    private static Object reply(List<Object> replies) {
        Object reply = replies.get(0);
        if (reply instanceof RedisError error) {
            throw error;
        }
        return reply;
    }

    Command script(String text, List<String> keys, List<String> args) {
        return new Command(() -> Mistake.nameOf(text) + " " + args, () -> {
            known.put(DIGESTS.computeIfAbsent(text, LuaMachine::sha1), text);
            return run(text, keys, args);
        });
    }

    Command knownScript(String sha, List<String> keys, List<String> args) {
        return new Command(() -> (known.containsKey(sha) ? Mistake.nameOf(known.get(sha)) : sha) + " " + args, () -> {
            String found = known.get(sha);
            if (found == null) {
                throw new RedisError("NOSCRIPT No matching script. Please use EVAL.");
            }
            return run(found, keys, args);
        });
    }

    Command plain(String... command) {
        return new Command(() -> String.join(" ", command), () -> redis.call(command));
    }

    /** A script of a mistaken product may be several calls. */
    private Object run(String text, List<String> keys, List<String> args) {
        List<String> parts = mistake.of(text);
        Object reply = machine.eval(redis, parts.get(0), keys, args);
        for (String more : parts.subList(1, parts.size())) {
            if (!delivering) {
                world.step("and then the second call");
            }
            machine.eval(redis, more, keys, args);
        }
        referee.executed(text, args, reply);
        return reply;
    }

    private Object execute(Command command) {
        try {
            Object reply = command.body().get();
            trace(command, reply);
            return reply;
        } catch (RedisError e) {
            trace(command, e.getMessage());
            return e;
        }
    }

    private void trace(Command command, Object reply) {
        if (world.isTracing()) {
            world.trace("redis " + command.name().get() + " -> " + reply);
        }
    }

    /** Sends commands one after the other without waiting in between; others may come between them. */
    List<Object> send(List<Command> commands) {
        Faults.Kind fault = faults.redis();
        if (fault != null) {
            world.trace(fault + " at " + commands.get(0).name().get());
        }
        int arrive = fault == Faults.Kind.REDIS_SILENT ? world.random.nextInt(commands.size()) : commands.size();
        List<Object> replies = new ArrayList<>();
        if (fault == Faults.Kind.REDIS_LATE) {
            world.step("late");
            late.add(new Late(world.steps() + (1 << world.random.nextInt(LATEST_STEPS_BITS)), commands));
            throw new Silence();
        }
        for (int i = 0; i < arrive; i++) {
            world.step("redis");
            replies.add(fault == Faults.Kind.REDIS_REFUSES ? new RedisError(REFUSAL) : execute(commands.get(i)));
        }
        if (fault == Faults.Kind.REDIS_SILENT || fault == Faults.Kind.REDIS_LOST_REPLY) {
            world.step("no answer");
            throw new Silence();
        }
        if (fault == Faults.Kind.REDIS_RESENT) {
            world.step("resent");
            replies = new ArrayList<>(commands.stream().map(this::execute).toList());
        }
        return replies;
    }
}
