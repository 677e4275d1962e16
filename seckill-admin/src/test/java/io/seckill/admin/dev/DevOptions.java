package io.seckill.admin.dev;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the newcomer's run was asked for.
 *
 * @param reset whether the data of earlier runs are forgotten
 * @param address where the API and the console listen: this machine alone, unless {@code SERVER_ADDRESS} says otherwise
 *     (buyers prove nothing in such a run)
 * @param apiPort from {@code SECKILL_API_PORT}, else 8080
 * @param adminPort from {@code SECKILL_ADMIN_PORT}, else 8081
 */
record DevOptions(boolean reset, String address, int apiPort, int adminPort) {

    private static final String API_PORT = "SECKILL_API_PORT";
    private static final String ADMIN_PORT = "SECKILL_ADMIN_PORT";

    static DevOptions of(String[] arguments, Map<String, String> environment) {
        boolean reset = false;
        for (String argument : arguments) {
            if (!argument.equals("--reset")) {
                throw new DevException("'" + argument + "' is not known; there is only --reset, which begins afresh.");
            }
            reset = true;
        }
        String address = environment.getOrDefault("SERVER_ADDRESS", "").strip();
        return new DevOptions(
                reset,
                address.isEmpty() ? "127.0.0.1" : address,
                port(API_PORT, environment.get(API_PORT), 8080),
                port(ADMIN_PORT, environment.get(ADMIN_PORT), 8081));
    }

    private static int port(String name, @Nullable String text, int usual) {
        if (text == null || text.isBlank()) {
            return usual;
        }
        int port = text.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(text) : 0;
        if (port < 1 || port > 65_535) {
            throw new DevException(name + "=" + text + " is no port; it must be a number from 1 to 65535.");
        }
        return port;
    }

    /** Better said before anything is unpacked than by a stack trace after it. */
    void requireFreePorts() {
        if (apiPort == adminPort) {
            throw new DevException(API_PORT + " and " + ADMIN_PORT + " are both " + apiPort + "; they must differ.");
        }
        requireFree(apiPort, "the API", API_PORT);
        requireFree(adminPort, "the console", ADMIN_PORT);
    }

    private void requireFree(int port, String whose, String variable) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(address, port));
        } catch (IOException | RuntimeException e) {
            throw new DevException("port " + port + " of " + address + ", for " + whose + ", cannot be had ("
                    + e.getMessage() + "). Stop what uses it, or choose another one: " + variable + "="
                    + (port < 60_000 ? port + 1000 : port - 1000) + " scripts/start.sh");
        }
    }

    String apiUrl() {
        return "http://" + reachable() + ":" + apiPort;
    }

    String adminUrl() {
        return "http://" + reachable() + ":" + adminPort;
    }

    /** From this machine: an address that means all of them is no place to go to. */
    private String reachable() {
        return address.equals("0.0.0.0") || address.equals("::") ? "127.0.0.1" : address;
    }
}
