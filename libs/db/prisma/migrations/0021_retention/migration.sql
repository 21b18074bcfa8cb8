-- Submissions that are older than so many days are deleted. Empty keeps them. Of an account it is the value that its new
-- forms begin with.
ALTER TABLE "forms" ADD COLUMN "retention_days" INTEGER;
ALTER TABLE "users" ADD COLUMN "default_retention_days" INTEGER;
-- safe because: there are few forms, none has days yet, and so the index is built in an instant
CREATE INDEX "forms_retention" ON "forms"("id") WHERE "retention_days" IS NOT NULL;

-- A deletion by age is one change: the submission that it names, and all that were received before it.
ALTER TABLE "changes" ADD COLUMN "up_to" TIMESTAMPTZ(3);

-- The run of the retention of a form that is under way, or its last one.
CREATE TABLE "retention_runs" (
    "form_id" UUID NOT NULL,
    "before" TIMESTAMPTZ(3) NOT NULL,
    "deleted_count" BIGINT NOT NULL DEFAULT 0,
    "last_at" TIMESTAMPTZ(3),
    "last_id" UUID,
    "touched_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("form_id")
);

-- A submission that is deleted takes its state along. A foreign key did this by a trigger for each row, which took longer
-- than the deletion itself. This is one statement for all of them, by an array, so that it always reads by the key.
CREATE FUNCTION "forget_submission_states"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    DELETE FROM "submission_states" WHERE "submission_id" = ANY (ARRAY(SELECT "id" FROM "gone"))\x3b
    RETURN NULL\x3b
END';
CREATE TRIGGER "forget_submission_states" AFTER DELETE ON "submissions"
    REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_submission_states"();
ALTER TABLE "submission_states" DROP CONSTRAINT "submission_states_submission_id_fkey";
