package io.seckill.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The workers of this process and their threads. */
final class Crew {

    private static final Logger log = LoggerFactory.getLogger(Crew.class);

    private final String process;
    private final RedisConnectionFactory connections;
    private final BatchTools tools;
    private final Map<Integer, Member> members = new ConcurrentHashMap<>();

    private final AtomicInteger made = new AtomicInteger();

    private record Member(Worker worker, Thread thread) {}

    Crew(String process, RedisConnectionFactory connections, BatchTools tools) {
        this.process = process;
        this.connections = connections;
        this.tools = tools;
    }

    /** As many workers as this; those above it finish the batch in hand first. */
    synchronized void resize(int threads) {
        for (int number = 1; number <= threads; number++) {
            Member member = members.get(number);
            if (member == null || !member.thread().isAlive()) {
                start(number);
            } else {
                member.worker().stay();
            }
        }
        members.forEach((number, member) -> {
            if (number > threads) {
                member.worker().retire();
            }
        });
    }

    /** Returns what workers that died had in hand to the queue and starts them again. */
    synchronized void replaceDead(RedisSession session) {
        for (Map.Entry<Integer, Member> entry : new TreeMap<>(members).entrySet()) {
            Worker worker = entry.getValue().worker();
            if (entry.getValue().thread().isAlive()) {
                continue;
            }
            returnInHand(session, worker);
            if (worker.retired()) {
                members.remove(entry.getKey());
            } else if (!tools.dispatcher().closed()) {
                start(entry.getKey());
            }
        }
    }

    /** Waits for the workers to end; returns whether all did. */
    boolean awaitEnd(Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        for (Member member : members.values()) {
            long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
            member.thread().join(left);
        }
        return members.values().stream().noneMatch(member -> member.thread().isAlive());
    }

    void interrupt() {
        members.values().forEach(member -> member.thread().interrupt());
    }

    /** Returns to the queues whatever is still in hand; a handler that goes on meanwhile finds its lease gone. */
    synchronized void returnAll(RedisSession session) {
        members.values().forEach(member -> returnInHand(session, member.worker()));
    }

    private void returnInHand(RedisSession session, Worker worker) {
        String queue = worker.inHand();
        if (queue != null) {
            long returned = tools.commands().recover(session, queue, worker.name(), true);
            worker.letGo();
            log.warn("{} messages of worker {} are back in {}", returned, worker.name(), queue);
        }
    }

    /** Names of the workers that have messages of this queue in hand. */
    List<String> holding(String queue) {
        return members.values().stream()
                .map(Member::worker)
                .filter(worker -> queue.equals(worker.inHand()))
                .map(Worker::name)
                .sorted()
                .toList();
    }

    /** The batches that are surely held of this queue, by worker. */
    Map<String, Long> grips(String queue) {
        Map<String, Long> grips = new HashMap<>();
        for (Member member : members.values()) {
            long grip = member.worker().grip();
            if (grip > 0 && queue.equals(member.worker().inHand())) {
                grips.put(member.worker().name(), grip);
            }
        }
        return grips;
    }

    int alive() {
        return (int) members.values().stream()
                .filter(member -> member.thread().isAlive())
                .count();
    }

    /** Under a name that nobody had before: whoever reads it beside a message knows whether that very worker lives. */
    private void start(int number) {
        Worker worker = new Worker(process + "-" + made.incrementAndGet(), connections, tools);
        Thread thread = new Thread(worker, "seckill-queue-" + number);
        members.put(number, new Member(worker, thread));
        thread.start();
    }
}
