package io.seckill.lock;

/**
 * The keys of a lock. Its name is their hash tag, so that both sit in one slot of a cluster.
 *
 * @param prefix what every key begins with
 */
record LockKeys(String prefix) {

    static void requireName(String name) {
        if (!name.matches("[!-z|~]{1,200}")) {
            throw new IllegalArgumentException(
                    "a lock's name is 1 to 200 visible ASCII characters without braces: " + name);
        }
    }

    String lock(String name) {
        requireName(name);
        return prefix + "{" + name + "}";
    }

    String fence(String name) {
        return lock(name) + ":fence";
    }
}
