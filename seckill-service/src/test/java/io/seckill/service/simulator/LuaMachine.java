package io.seckill.service.simulator;

import io.seckill.service.simulator.RedisModel.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;
import org.luaj.vm2.lib.jse.JsePlatform;

/**
 * Runs scripts as Redis does: KEYS and ARGV, {@code redis.call}, {@code redis.pcall}, {@code redis.sha1hex}, and the
 * conversions between the two worlds' types. Each script is compiled once for all machines. A machine is for one thread
 * at a time and for one model at a time.
 */
final class LuaMachine {

    private static final Map<String, Prototype> COMPILED = new ConcurrentHashMap<>();

    private static final Pattern DIRECTIVE = Pattern.compile("%(?:s|d|\\.0f)");

    private final Globals globals = JsePlatform.standardGlobals();
    private final Map<String, LuaClosure> ready = new HashMap<>();
    private RedisModel redis;

    LuaMachine() {
        LuaTable library = new LuaTable();
        library.set("call", function(command -> toLua(redis.call(command))));
        library.set("pcall", function(this::callProtected));
        library.set("sha1hex", function(text -> LuaValue.valueOf(sha1(text[0]))));
        globals.set("redis", library);
        globals.get("string").set("format", function(LuaMachine::format));
        globals.set("unpack", globals.get("table").get("unpack"));
    }

    /** The script's reply, or {@link RedisError}. */
    Object eval(RedisModel model, String text, List<String> keys, List<String> args) {
        redis = model;
        globals.set("KEYS", list(keys));
        globals.set("ARGV", list(args));
        try {
            return toReply(ready.computeIfAbsent(text, this::load).call());
        } catch (LuaError e) {
            throw e.getCause() instanceof RedisError reply ? reply : new RedisError("ERR " + e.getMessage());
        }
    }

    private LuaClosure load(String text) {
        Prototype compiled = COMPILED.computeIfAbsent(text, this::compile);
        return new LuaClosure(compiled, globals);
    }

    private Prototype compile(String text) {
        try {
            return globals.compilePrototype(
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "user_script");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LuaValue callProtected(String[] command) {
        try {
            return toLua(redis.call(command));
        } catch (RedisError e) {
            LuaTable error = new LuaTable();
            error.set("err", e.getMessage());
            return error;
        }
    }

    private interface Function {
        LuaValue of(String[] args);
    }

    private static VarArgFunction function(Function body) {
        return new VarArgFunction() {
            @Override
            public Varargs invoke(Varargs args) {
                String[] texts = new String[args.narg()];
                for (int i = 0; i < texts.length; i++) {
                    texts[i] = argument(args.arg(i + 1));
                }
                return body.of(texts);
            }
        };
    }

    /** LuaJ's own format knows no precision. What the scripts use: whole numbers. */
    private static LuaValue format(String[] args) {
        StringBuilder text = new StringBuilder();
        int next = 1;
        int from = 0;
        Matcher directive = DIRECTIVE.matcher(args[0]);
        while (directive.find()) {
            text.append(args[0], from, directive.start());
            String value = args[next++];
            text.append(directive.group().equals("%s") ? value : new BigDecimal(value).toBigInteger());
            from = directive.end();
        }
        return text(text.append(args[0].substring(from)).toString());
    }

    private static String argument(LuaValue value) {
        return switch (value.type()) {
            case LuaValue.TSTRING -> bytesOf(value);
            case LuaValue.TNUMBER -> {
                double number = value.todouble();
                yield number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
            }
            default -> throw new RedisError("ERR Lua redis lib command arguments must be strings or integers");
        };
    }

    private static LuaTable list(List<String> texts) {
        LuaTable table = new LuaTable(texts.size(), 0);
        for (int i = 0; i < texts.size(); i++) {
            table.set(i + 1, text(texts.get(i)));
        }
        return table;
    }

    private static LuaValue toLua(Object reply) {
        if (reply == null) {
            return LuaValue.FALSE;
        }
        if (reply instanceof Long number) {
            return LuaValue.valueOf(number.doubleValue());
        }
        if (reply instanceof Status status) {
            LuaTable table = new LuaTable();
            table.set("ok", status.text());
            return table;
        }
        if (reply instanceof List<?> parts) {
            LuaTable table = new LuaTable(parts.size(), 0);
            for (int i = 0; i < parts.size(); i++) {
                table.set(i + 1, toLua(parts.get(i)));
            }
            return table;
        }
        return text((String) reply);
    }

    private static Object toReply(LuaValue value) {
        return switch (value.type()) {
            case LuaValue.TSTRING -> bytesOf(value);
            case LuaValue.TNUMBER -> (long) value.todouble();
            case LuaValue.TBOOLEAN -> value.toboolean() ? 1L : null;
            case LuaValue.TTABLE -> toReply((LuaTable) value);
            default -> null;
        };
    }

    private static Object toReply(LuaTable table) {
        if (!table.get("err").isnil()) {
            throw new RedisError(table.get("err").tojstring());
        }
        if (!table.get("ok").isnil()) {
            return new Status(table.get("ok").tojstring());
        }
        List<Object> parts = new ArrayList<>();
        for (int i = 1; !table.get(i).isnil(); i++) {
            parts.add(toReply(table.get(i)));
        }
        return parts;
    }

    private static LuaString text(String bytes) {
        return LuaString.valueOf(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String bytesOf(LuaValue value) {
        LuaString string = value.checkstring();
        return new String(string.m_bytes, string.m_offset, string.m_length, StandardCharsets.ISO_8859_1);
    }

    static String sha1(String bytes) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1").digest(bytes.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
