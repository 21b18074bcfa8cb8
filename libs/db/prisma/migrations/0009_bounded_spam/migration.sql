-- When its owner moved a submission into the spam folder.
ALTER TABLE "submissions" ADD COLUMN "marked_at" TIMESTAMPTZ(3);

-- Counters outgrow an int4 at 2,147,483,647. JavaScript counts exactly up to 9,007,199,254,740,991.
-- safe because: nothing was released before, and these tables have one row for each form, day or month
ALTER TABLE "form_totals" ALTER COLUMN "submission_count" SET DATA TYPE BIGINT, ALTER COLUMN "spam_count" SET DATA TYPE BIGINT;

-- safe because: nothing was released before, and this table has one row for each form and day
ALTER TABLE "daily_form_counters" ALTER COLUMN "submission_count" SET DATA TYPE BIGINT;

-- safe because: nothing was released before, and this table has one row for each form, day and origin
ALTER TABLE "daily_origin_counters" ALTER COLUMN "submission_count" SET DATA TYPE BIGINT;

-- safe because: nothing was released before, and this table has one row for each account and month
ALTER TABLE "monthly_usage" ALTER COLUMN "submission_count" SET DATA TYPE BIGINT;

-- safe because: nothing was released before, and this table has one row for each large form
ALTER TABLE "search_marks" ALTER COLUMN "row_count" SET DATA TYPE BIGINT;

-- safe because: nothing was released before, and this table has one row for each deletion under way
ALTER TABLE "submission_deletions" ALTER COLUMN "deleted_count" SET DATA TYPE BIGINT;

-- Finds the forms with spam, and those with too much of it. An update that leaves the count of spam alone does not touch it.
-- safe because: this table has one row for each form, so the index is built within a second
CREATE INDEX "form_totals_spam_count_idx" ON "form_totals"("spam_count");

-- As before, without the cut to an int4.
CREATE OR REPLACE FUNCTION "uncount_in_search_marks"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    PERFORM FROM "search_marks" WHERE "form_id" IN (SELECT "form_id" FROM "gone") ORDER BY "form_id" FOR UPDATE\x3b
    UPDATE "search_marks" SET "row_count" = "search_marks"."row_count" - "covered"."row_count"
    FROM (
        SELECT "gone"."form_id", count(*) AS "row_count"
        FROM "gone" JOIN "search_marks" ON "search_marks"."form_id" = "gone"."form_id"
        WHERE ("gone"."created_at", "gone"."id") <= ("search_marks"."to_at", "search_marks"."to_id")
        GROUP BY "gone"."form_id"
    ) AS "covered"
    WHERE "search_marks"."form_id" = "covered"."form_id"\x3b
    RETURN NULL\x3b
END';
