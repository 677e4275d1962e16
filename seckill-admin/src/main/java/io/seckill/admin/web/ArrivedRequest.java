package io.seckill.admin.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.tomcat.util.http.Parameters;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

/**
 * A request whose body is there. To everybody behind it this is the first pass: the filters of the security chain do not
 * look at a request that is dispatched for the second time, and they have not seen it yet.
 */
final class ArrivedRequest extends HttpServletRequestWrapper {

    private static final int MOST_PARAMETERS = 50;

    private final byte[] body;
    private @Nullable Map<String, String[]> parameters;

    ArrivedRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
    }

    @Override
    public DispatcherType getDispatcherType() {
        return DispatcherType.REQUEST;
    }

    @Override
    public ServletInputStream getInputStream() {
        return new Arrived(new ByteArrayInputStream(body));
    }

    @Override
    public BufferedReader getReader() {
        return new BufferedReader(new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8));
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        if (parameters == null) {
            parameters = Collections.unmodifiableMap(read());
        }
        return parameters;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return getParameterMap().get(name);
    }

    /**
     * Those of the address, then those of the form, by Tomcat's own reader.
     *
     * @throws IllegalStateException if they cannot be read, or are too many
     */
    private Map<String, String[]> read() {
        Map<String, String[]> all = new LinkedHashMap<>(super.getParameterMap());
        if (!isForm()) {
            return all;
        }
        Parameters form = new Parameters();
        form.setCharset(StandardCharsets.UTF_8);
        form.setLimit(MOST_PARAMETERS);
        form.processParameters(body, 0, body.length);
        for (String name : Collections.list(form.getParameterNames())) {
            all.merge(name, form.getParameterValues(name), ArrivedRequest::joined);
        }
        return all;
    }

    private static String[] joined(String[] first, String[] second) {
        String[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private boolean isForm() {
        String type = getContentType();
        return HttpMethod.POST.matches(getMethod())
                && type != null
                && type.split(";", 2)[0].strip().equalsIgnoreCase(MediaType.APPLICATION_FORM_URLENCODED_VALUE);
    }

    /** Nobody waits for it. */
    private static final class Arrived extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Arrived(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return bytes.read(into, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("it has been read");
        }
    }
}
