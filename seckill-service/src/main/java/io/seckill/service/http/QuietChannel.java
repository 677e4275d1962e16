package io.seckill.service.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;

/**
 * A connection that can be made to look as if nothing more had come. Tomcat goes on with whatever it finds behind a call;
 * who is at a call that was looked at before must not come upon one that was not.
 */
final class QuietChannel extends NioChannel {

    private volatile boolean quiet;

    QuietChannel(SocketBufferHandler buffers) {
        super(buffers);
    }

    /** Does something during which there is nothing to be read; what comes meanwhile stays where it is. */
    void quietly(Runnable work) {
        quiet = true;
        try {
            work.run();
        } finally {
            quiet = false;
        }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return quiet ? 0 : super.read(to);
    }
}
