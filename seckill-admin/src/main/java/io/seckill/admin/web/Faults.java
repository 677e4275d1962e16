package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.database.SqlFailure;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;

/** Turns whatever was thrown into the refusal that is told. Details go to the log, never into the answer. */
final class Faults {

    private static final Logger log = LoggerFactory.getLogger(Faults.class);

    /** While a store is away every request meets it; the log says so once in so many nanoseconds. */
    private static final long SAY_AWAY_EVERY = 5_000_000_000L;

    private static final AtomicLong AWAY_SAID_AT = new AtomicLong(System.nanoTime() - SAY_AWAY_EVERY);

    private Faults() {}

    static SeckillException refusal(Exception fault) {
        if (fault instanceof SeckillException refusal) {
            if (refusal.code() == ErrorCode.SYSTEM_BUSY) {
                sayAway(refusal.getMessage());
            }
            return refusal;
        }
        if (isStoreAway(fault)) {
            sayAway(rootOf(fault).toString());
            return SeckillException.busy("a store is away", fault);
        }
        return badRequest(fault);
    }

    private static void sayAway(@Nullable String what) {
        long last = AWAY_SAID_AT.get();
        long now = System.nanoTime();
        if (now - last >= SAY_AWAY_EVERY && AWAY_SAID_AT.compareAndSet(last, now)) {
            log.warn("A store is away: {}", what);
        }
    }

    private static SeckillException badRequest(Exception fault) {
        if (fault instanceof NoResourceFoundException) {
            return new SeckillException(ErrorCode.NOT_FOUND, "nothing lives here");
        } else if (fault instanceof HttpRequestMethodNotSupportedException) {
            return new SeckillException(ErrorCode.METHOD_NOT_ALLOWED, "no such method here");
        } else if (fault instanceof HttpMediaTypeNotSupportedException) {
            return new SeckillException(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "nobody reads this type here");
        } else if (fault instanceof HttpMediaTypeNotAcceptableException) {
            return SeckillException.invalid("Accept", "json-only");
        } else if (fault instanceof HttpMessageNotReadableException unreadable) {
            return SeckillException.invalid(fieldOf(unreadable), "not-readable");
        } else if (fault instanceof ErrorResponse told && told.getStatusCode().is4xxClientError()) {
            return SeckillException.invalid("request", "other");
        }
        log.error("A request failed", fault);
        return new SeckillException(ErrorCode.INTERNAL_ERROR, "a request failed", Map.of(), null, fault);
    }

    private static String fieldOf(HttpMessageNotReadableException unreadable) {
        if (unreadable.getCause() instanceof JacksonException mismatch
                && !mismatch.getPath().isEmpty()
                && mismatch.getPath().get(0).getPropertyName() != null) {
            return mismatch.getPath().get(0).getPropertyName();
        }
        return "body";
    }

    /** Redis by the exception's type, along the causes; MySQL by the server's number. */
    private static boolean isStoreAway(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof DataAccessResourceFailureException
                    || cause instanceof QueryTimeoutException
                    || cause instanceof RedisSystemException) {
                return true;
            }
        }
        SqlFailure sql = SqlFailure.of(fault);
        return sql == SqlFailure.INFRASTRUCTURE || sql == SqlFailure.DEADLOCK;
    }

    private static Throwable rootOf(Throwable fault) {
        Throwable root = fault;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
