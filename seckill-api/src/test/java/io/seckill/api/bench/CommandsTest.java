package io.seckill.api.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandsTest {

    @Test
    void the_heap_in_use_is_that_of_all_generations_and_not_the_metaspace() {
        assertThat(Commands.heapKb("""
                1234:
                 PSYoungGen      total 76288K, used 12K [0x00000000fab00000, 0x0000000100000000, 0x0000000100000000)
                  eden space 65536K, 0% used [0x00000000fab00000,0x00000000fab00000,0x00000000feb00000)
                 ParOldGen       total 175104K, used 43267K [0x00000000f0000000, 0x00000000fab00000, 0x00000000fab00000)
                  object space 175104K, 24% used [0x00000000f0000000,0x00000000f2a40c18,0x00000000fab00000)
                 Metaspace       used 9122K, committed 9344K, reserved 1114112K
                  class space    used 1094K, committed 1216K, reserved 1048576K
                """)).isEqualTo(43_279);
        assertThat(Commands.heapKb("garbage-first heap   total reserved 262144K, committed 262144K, used 84874K [0x0)"))
                .isEqualTo(84_874);
        assertThat(Commands.heapKb(" ZHeap           used 78M, capacity 148M, max capacity 512M"))
                .isEqualTo(78 * 1024);
    }
}
