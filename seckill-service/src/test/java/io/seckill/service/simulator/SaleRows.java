package io.seckill.service.simulator;

import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.ActivityState;
import java.util.List;
import java.util.Optional;

/** The statements on seckill_activity. */
final class SaleRows implements ActivityMapper {

    private final MySqlModel mysql;

    SaleRows(MySqlModel mysql) {
        this.mysql = mysql;
    }

    @Override
    public Optional<Activity> find(long id) {
        return mysql.statement("SELECT activity", () -> row(id));
    }

    private Optional<Activity> row(long id) {
        return Optional.ofNullable(mysql.find(SaleRecord.key(id), SaleRecord.class))
                .map(SaleRecord::activity);
    }

    @Override
    public Optional<Activity> lock(long id) {
        return mysql.statement("SELECT activity FOR UPDATE", () -> {
            mysql.lock(SaleRecord.key(id));
            return row(id);
        });
    }

    @Override
    public int takeStock(long id, long units, long maxSeq, long epoch) {
        return mysql.statement(
                "UPDATE take " + units,
                () -> mysql.update(
                        SaleRecord.key(id),
                        SaleRecord.class,
                        sale -> sale.epoch() == epoch && sale.stock() >= units
                                ? sale.with(sale.stock() - units, Math.max(sale.maxSeq(), maxSeq))
                                : null));
    }

    @Override
    public int giveStock(long id, long units) {
        return mysql.statement(
                "UPDATE give " + units,
                () -> mysql.update(
                        SaleRecord.key(id), SaleRecord.class, sale -> sale.with(sale.stock() + units, sale.maxSeq())));
    }

    @Override
    public List<Activity> list() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Activity> inState(ActivityState state) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Activity> inRedis() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int raiseEpoch(long id, long from) {
        throw new UnsupportedOperationException();
    }
}
