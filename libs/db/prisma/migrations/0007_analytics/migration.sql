-- CreateTable
CREATE TABLE "daily_origin_counters" (
    "form_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "origin" TEXT NOT NULL,
    "submission_count" INTEGER NOT NULL,

    CONSTRAINT "daily_origin_counters_pkey" PRIMARY KEY ("form_id","day","origin")
);

-- What is kept of a deleted form is removed by a worker, which takes the note away last. One of the release before does not
-- know this table, so whoever takes the note away takes these rows along.
CREATE FUNCTION "forget_origins_of_form"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    DELETE FROM "daily_origin_counters" WHERE "form_id" = OLD."form_id"\x3b
    RETURN NULL\x3b
END';

CREATE TRIGGER "forget_origins_of_form" AFTER DELETE ON "form_deletions"
FOR EACH ROW EXECUTE FUNCTION "forget_origins_of_form"();

-- What is stored of forms that are there. What was deleted is not counted here, nor what workers of the release before store
-- from now on: days before all workers are of this release may count less by origin than in all.
INSERT INTO "daily_origin_counters" ("form_id", "day", "origin", "submission_count")
SELECT "form_id", ("submissions"."created_at" AT TIME ZONE 'UTC')::date,
    CASE WHEN "origin" ~ '^https?://[^[:space:]/?#]+$' THEN "origin" ELSE '' END, count(*)
FROM "submissions" JOIN "forms" ON "forms"."id" = "form_id" WHERE NOT "is_spam"
GROUP BY 1, 2, 3
ON CONFLICT DO NOTHING;
