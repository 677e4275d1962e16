-- One schema for MySQL 8 and MariaDB. Instants are DATETIME(3) in UTC, written and read as such by the application
-- whatever the session's time zone. No foreign key from orders to activities: with one, the shared lock that every
-- insert takes on the activity's row deadlocks with the stock update of the same transaction.

CREATE TABLE seckill_activity (
  id              BIGINT       NOT NULL AUTO_INCREMENT,
  name            VARCHAR(128) NOT NULL,
  total_stock     BIGINT       NOT NULL DEFAULT 0 COMMENT 'units the activity owns (T)',
  stock           BIGINT       NOT NULL DEFAULT 0 COMMENT 'units no live order holds (D)',
  reserved        BIGINT       NOT NULL DEFAULT 0 COMMENT 'units held back from warm-up (R)',
  per_order_limit INT          NOT NULL DEFAULT 1 COMMENT 'most units one order may take',
  start_time      DATETIME(3)  NOT NULL,
  end_time        DATETIME(3)  NOT NULL,
  state           VARCHAR(16)  NOT NULL DEFAULT 'DRAFT' COMMENT 'DRAFT, WARMING, OPEN, CLOSED, ARCHIVED',
  epoch           BIGINT       NOT NULL DEFAULT 0 COMMENT 'raised whenever the sale is opened or opened again',
  max_seq         BIGINT       NOT NULL DEFAULT 0 COMMENT 'highest accept number stored',
  created_at      DATETIME(3)  NOT NULL,
  updated_at      DATETIME(3)  NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT ck_activity_stock CHECK (stock >= 0 AND total_stock >= 0 AND reserved >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 AUTO_INCREMENT = 1001;

-- active is NULL for a cancelled row and NULLs never collide: a user has at most one live order of an activity, and a
-- cancelled one does not stand in the way of the next.
CREATE TABLE seckill_order (
  id           BIGINT      NOT NULL COMMENT 'made before the order was placed; the message carries it',
  activity_id  BIGINT      NOT NULL,
  user_id      BIGINT      NOT NULL,
  quantity     INT         NOT NULL,
  status       TINYINT     NOT NULL COMMENT '0 waits for payment, 1 paid, 2 cancelled',
  close_reason VARCHAR(16) NULL COMMENT 'USER, TIMEOUT, VOIDED, SHORTAGE, DUPLICATE',
  seq          BIGINT      NOT NULL COMMENT 'number of the accept within its activity',
  epoch        BIGINT      NOT NULL COMMENT 'epoch of the accept',
  accepted_at  DATETIME(3) NOT NULL COMMENT 'clock of Redis',
  created_at   DATETIME(3) NOT NULL COMMENT 'clock of this database, like the three below',
  pay_before   DATETIME(3) NULL,
  paid_at      DATETIME(3) NULL,
  cancelled_at DATETIME(3) NULL,
  return_state TINYINT     NOT NULL DEFAULT 0 COMMENT 'what Redis is still owed: 0 nothing, 1 the units of this cancelled order, 2 they are back, 3 to hear that it is paid',
  active       TINYINT AS (CASE WHEN status = 2 THEN NULL ELSE 1 END) STORED,
  PRIMARY KEY (id),
  UNIQUE KEY uk_activity_user (activity_id, user_id, active),
  KEY ix_activity_user_id (activity_id, user_id, id),
  KEY ix_status_pay_before (status, pay_before),
  KEY ix_return_state (return_state, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE seckill_payment (
  id          BIGINT       NOT NULL AUTO_INCREMENT,
  txn_id      VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'the payment provider''s own number',
  order_id    BIGINT       NOT NULL,
  result      VARCHAR(16)  NOT NULL COMMENT 'APPLIED or REFUND_DUE',
  received_at DATETIME(3)  NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_txn (txn_id),
  KEY ix_order (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE seckill_dead_letter (
  id          BIGINT       NOT NULL AUTO_INCREMENT,
  queue       VARCHAR(190) NOT NULL,
  message_id  VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  order_id    BIGINT       NULL COMMENT 'NULL where the message could not be read',
  raw         MEDIUMBLOB   NOT NULL,
  reason      VARCHAR(512) NOT NULL,
  failures    INT          NOT NULL,
  deliveries  INT          NOT NULL,
  state       VARCHAR(16)  NOT NULL DEFAULT 'OPEN' COMMENT 'OPEN, REPLAYING, REPLAYED, VOIDED',
  enqueued_at DATETIME(3)  NULL,
  buried_at   DATETIME(3)  NOT NULL,
  updated_at  DATETIME(3)  NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_message (message_id),
  KEY ix_state (state, id),
  KEY ix_order (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

-- Every grant of units to Redis and every change of the total, in order; a PENDING row is one whose effect on Redis is
-- not known to have happened yet.
CREATE TABLE seckill_stock_ledger (
  activity_id BIGINT      NOT NULL,
  ledger_no   BIGINT      NOT NULL,
  kind        VARCHAR(16) NOT NULL COMMENT 'WARM_UP, DELTA, REPAIR',
  units       BIGINT      NOT NULL COMMENT 'granted to Redis; negative when taken back',
  state       VARCHAR(16) NOT NULL COMMENT 'PENDING or SETTLED',
  actor       VARCHAR(64) NOT NULL,
  created_at  DATETIME(3) NOT NULL,
  settled_at  DATETIME(3) NULL,
  PRIMARY KEY (activity_id, ledger_no)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE seckill_audit_log (
  id          BIGINT        NOT NULL AUTO_INCREMENT,
  actor       VARCHAR(64)   NOT NULL,
  action      VARCHAR(32)   NOT NULL,
  subject     VARCHAR(64)   NOT NULL,
  before_data VARCHAR(2000) NULL,
  after_data  VARCHAR(2000) NULL,
  at          DATETIME(3)   NOT NULL,
  PRIMARY KEY (id),
  KEY ix_subject (subject, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE seckill_reconciliation (
  id          BIGINT      NOT NULL AUTO_INCREMENT,
  activity_id BIGINT      NOT NULL,
  started_at  DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL,
  consistent  TINYINT     NULL,
  report      MEDIUMTEXT  NULL COMMENT 'JSON',
  PRIMARY KEY (id),
  KEY ix_activity (activity_id, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
