package io.seckill.api.limit;

/** The parameters of a call that asks something of an activity's stock; it is counted against the activity too. */
public interface ActivityCall {

    /** {@return the activity} */
    long activityId();
}
