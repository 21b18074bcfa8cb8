-- The latest change of a submission's state, if it was one of all that a filter found, and what it replaced.
ALTER TABLE "submission_states" ADD COLUMN "change_id" UUID, ADD COLUMN "previous" JSONB;

-- It waits for others as long as it takes, and holds up nobody.
SET lock_timeout = 0;

CREATE INDEX CONCURRENTLY "submission_states_changed" ON "submission_states"("form_id", "change_id") WHERE change_id is not null;

SET lock_timeout = '1s';
