package io.seckill.service.database;

import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions begun by hand, where everybody can see them: an annotated method that is called from its own class has
 * none at all.
 */
@Component
public class Transactions {

    private final TransactionTemplate template;

    Transactions(PlatformTransactionManager manager) {
        this.template = new TransactionTemplate(manager);
    }

    /**
     * Runs work in a transaction of its own. Whatever it throws undoes everything, a lock wait time-out (1205) included,
     * after which the server by itself would keep the transaction open.
     *
     * @param work what to do
     * @return what it returns
     */
    public <T> T in(Supplier<T> work) {
        return Objects.requireNonNull(template.execute(status -> work.get()));
    }
}
