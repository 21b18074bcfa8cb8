-- One row for each job that was stored, written in its transaction: what the job took of its accounts' months and does
-- not need, as JSON, or null for nothing. A job that runs again finds its row and adds nothing to it.
CREATE TABLE "stored_batches" (
    "job" TEXT NOT NULL,
    "refunds" JSON,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refunded_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stored_batches_pkey" PRIMARY KEY ("job")
);

CREATE INDEX "stored_batches_stored_at_idx" ON "stored_batches"("stored_at");
CREATE INDEX "stored_batches_unrefunded" ON "stored_batches"("stored_at") WHERE "refunded_at" IS NULL;

-- What a batch that was stored without Redis has used, and when the counters in Redis learned of it. A worker of the
-- release before writes neither, so its batches count as flushed.
ALTER TABLE "direct_batches" ADD COLUMN "used" JSON, ADD COLUMN "flushed_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- safe because: this table has rows of the last seven days of outages alone
CREATE INDEX "direct_batches_unflushed" ON "direct_batches"("stored_at") WHERE "flushed_at" IS NULL;

-- What a submission that was set aside holds of its account's month until it is replayed.
ALTER TABLE "dead_submissions" ADD COLUMN "user_id" UUID, ADD COLUMN "month" TEXT, ADD COLUMN "submissions" INTEGER,
    ADD COLUMN "bytes" BIGINT;
