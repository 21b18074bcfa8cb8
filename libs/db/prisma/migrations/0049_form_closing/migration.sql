-- When a form takes submissions, how many, and what its visitors read otherwise. The version rises when a number is set
-- where there was none, so that a counter in Redis of an earlier number is never read again.
ALTER TABLE "forms"
    ADD COLUMN "opens_at" TIMESTAMPTZ(3),
    ADD COLUMN "closes_at" TIMESTAMPTZ(3),
    ADD COLUMN "max_submissions" INTEGER,
    ADD COLUMN "max_submissions_version" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "closed_message" TEXT;

CREATE INDEX CONCURRENTLY "forms_max_submissions" ON "forms"("id") WHERE max_submissions is not null;

-- The submissions of days whose counts are removed, so that a form's number counts from its creation.
ALTER TABLE "form_totals" ADD COLUMN "past_count" BIGINT NOT NULL DEFAULT 0;

-- What a job counted towards the numbers of forms and did not store, as JSON, until Redis has it. A worker of the
-- release before leaves it empty.
ALTER TABLE "stored_batches" ADD COLUMN "form_refunds" JSON;

CREATE INDEX CONCURRENTLY "stored_batches_form_refunds" ON "stored_batches"("stored_at") WHERE form_refunds is not null;
