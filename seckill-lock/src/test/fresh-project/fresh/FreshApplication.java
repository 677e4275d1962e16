package fresh;

import io.seckill.lock.LockTemplate;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** All that a new project writes: it depends on seckill-lock, which brings Spring Data Redis. */
@SpringBootApplication
public class FreshApplication {

    public static void main(String[] args) {
        SpringApplication.run(FreshApplication.class, args).close();
    }

    @Bean
    CommandLineRunner sell(LockTemplate locks) {
        AtomicInteger stock = new AtomicInteger(10);
        return args -> locks.tryRun("fresh-stock:1", held -> {
                    System.out.println("sold, " + stock.decrementAndGet() + " left, token " + held.token());
                    return true;
                })
                .done()
                .orElseThrow();
    }
}
