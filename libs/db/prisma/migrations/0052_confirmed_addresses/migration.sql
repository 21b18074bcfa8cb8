-- Whether the visitor of a submission was asked to confirm the address, or why not, and when the visitor did. A worker of
-- the release before leaves both empty.
ALTER TABLE "submissions"
    ADD COLUMN "confirmation" TEXT,
    ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);

CREATE INDEX CONCURRENTLY "submissions_confirmed" ON "submissions"("form_id", "is_spam", "created_at" DESC, "id" DESC) WHERE confirmed_at is not null;

ALTER TABLE "notifications"
    ADD COLUMN "confirm_addresses" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "confirm_copy" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "notify_confirmed" BOOLEAN NOT NULL DEFAULT false;

-- An address may be asked several times a day by one form: 0 is the automatic reply, and the questions follow.
ALTER TABLE "auto_replies" ADD COLUMN "number" SMALLINT NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX CONCURRENTLY "auto_replies_numbered" ON "auto_replies"("form_id", "day", "address_hash", "number");

-- safe because: the table has two days of rows, and the release before names no columns where it skips a conflict
ALTER TABLE "auto_replies"
    DROP CONSTRAINT "auto_replies_pkey",
    ADD CONSTRAINT "auto_replies_pkey" PRIMARY KEY USING INDEX "auto_replies_numbered";

-- Records changes of submissions, in the transaction that makes them: their positions in the change feed of their
-- account, a delivery to each target that wants the event, and a notice for the mails of their form. Answers the targets
-- that have a delivery now. A change without an id is one of all submissions of its form. The head of an account is
-- locked until the transaction ends, so its positions are in the order of the commits. Call it after the rows and before
-- the counters.
--
-- The feed, deliveries and mails tell of these kinds:
--   created, spam      on arrival
--   checking           on arrival, and a remote check follows: only the feed, as created
--   passed, caught     the end of that check: as created (not in the feed) and as spam on arrival (as marked in the feed)
--   marked             moved into the spam folder
--   released           moved out of it for the first time
--   returned           moved out of it, but was in the inbox before: only the feed, as released
--   confirmed          the visitor has confirmed the address
--   deleted
-- A form that wants confirmed addresses has its visitors asked at first, and answered once they have confirmed. If only
-- confirmed submissions are to be mailed, they are named then.
CREATE OR REPLACE FUNCTION "record_changes"("kinds" TEXT[], "changed" UUID[], "of_forms" UUID[], "of_users" UUID[])
RETURNS UUID[] LANGUAGE plpgsql AS E'
DECLARE
    "rung" UUID[]\x3b
    "distinct_forms" UUID[]\x3b
BEGIN
    IF "changed" IS NULL THEN
        RETURN \'{}\'\x3b
    END IF\x3b
    "distinct_forms" := CASE WHEN "of_forms"[1] = ALL ("of_forms") THEN ARRAY["of_forms"[1]]
        ELSE ARRAY(SELECT DISTINCT unnest("of_forms")) END\x3b
    -- Most batches are of one account and one kind, and most of one form.
    IF "kinds"[1] IN (\'created\', \'spam\', \'marked\', \'released\', \'confirmed\', \'deleted\')
        AND "kinds"[1] = ALL ("kinds") AND "of_users"[1] = ALL ("of_users") THEN
        WITH "head" AS (
            INSERT INTO "change_heads" ("user_id", "position") VALUES ("of_users"[1], cardinality("changed"))
            ON CONFLICT ("user_id") DO UPDATE SET "position" = "change_heads"."position" + "excluded"."position"
            RETURNING "position"
        )
        INSERT INTO "changes" ("user_id", "first_position", "type", "ids", "form_ids", "at")
        SELECT "of_users"[1], "position" + 1 - cardinality("changed"), "kinds"[1], "changed",
            CASE WHEN cardinality("distinct_forms") = 1 THEN "distinct_forms" ELSE "of_forms" END, clock_timestamp()
        FROM "head"\x3b
    ELSE
        WITH "groups" AS (
            SELECT "user_id", "type", count(*) AS "size",
                array_agg("id" ORDER BY "place") AS "ids", array_agg("form_id" ORDER BY "place") AS "form_ids"
            FROM (
                SELECT "user_id", "id", "form_id", "place", CASE "kind" WHEN \'checking\' THEN \'created\'
                    WHEN \'caught\' THEN \'marked\' WHEN \'returned\' THEN \'released\' ELSE "kind" END AS "type"
                FROM unnest("kinds", "changed", "of_forms", "of_users") WITH ORDINALITY
                    AS "c"("kind", "id", "form_id", "user_id", "place")
                WHERE "kind" <> \'passed\'
            ) AS "told"
            GROUP BY "user_id", "type"
        ), "heads" AS (
            INSERT INTO "change_heads" ("user_id", "position")
            SELECT "user_id", sum("size") FROM "groups" GROUP BY "user_id" ORDER BY "user_id"
            ON CONFLICT ("user_id") DO UPDATE SET "position" = "change_heads"."position" + "excluded"."position"
            RETURNING "user_id", "position"
        )
        INSERT INTO "changes" ("user_id", "first_position", "type", "ids", "form_ids", "at")
        SELECT "user_id", "heads"."position" + 1 - sum("size") OVER (PARTITION BY "user_id" ORDER BY "type" DESC),
            "type", "ids", "form_ids", clock_timestamp()
        FROM "groups" JOIN "heads" USING ("user_id")\x3b
    END IF\x3b
    IF EXISTS (SELECT FROM "targets" WHERE "form_id" = ANY ("distinct_forms")) THEN
        WITH "events" AS MATERIALIZED (
            SELECT "id", "form_id", "place",
                CASE WHEN "kind" IN (\'created\', \'passed\') THEN "id"
                    WHEN "kind" IN (\'spam\', \'caught\') THEN spam_event_id("id")
                    ELSE gen_random_uuid() END AS "event_id",
                CASE "kind" WHEN \'passed\' THEN \'submission.created\' WHEN \'caught\' THEN \'submission.spam\'
                    WHEN \'marked\' THEN \'submission.spam\'
                    ELSE \'submission.\' || "kind" END AS "event"
            FROM unnest("kinds", "changed", "of_forms") WITH ORDINALITY AS "c"("kind", "id", "form_id", "place")
            WHERE "id" IS NOT NULL AND "kind" <> \'returned\'
        ), "added" AS (
            INSERT INTO "deliveries" ("target_id", "event_id", "type", "submission_id", "occurred_at", "due_at")
            SELECT "targets"."id", "event_id", "event", "events"."id", clock_timestamp(), clock_timestamp()
            FROM "events" JOIN "targets" ON "targets"."form_id" = "events"."form_id"
            WHERE "event" = ANY ("targets"."events") AND "targets"."state_reason" IS DISTINCT FROM \'plan\'
            ORDER BY "place"
            RETURNING "target_id"
        )
        SELECT array_agg(DISTINCT "target_id") INTO "rung" FROM "added"\x3b
    END IF\x3b
    IF EXISTS (SELECT FROM "notifications" WHERE "form_id" = ANY ("distinct_forms")) THEN
        WITH "news" AS MATERIALIZED (
            SELECT "notifications"."form_id", "mode", "due_at", "id", "place",
                CASE WHEN "kind" = \'confirmed\' THEN
                        CASE WHEN "auto_reply" OR ("confirm_addresses" AND "confirm_copy") THEN \'confirmed\' END
                    WHEN "confirm_addresses" THEN \'confirm\'
                    WHEN "auto_reply" AND "kind" <> \'released\' THEN \'reply\' END AS "to_visitor",
                ("kind" = \'confirmed\') = ("confirm_addresses" AND "notify_confirmed") AS "is_told"
            FROM unnest("kinds", "changed", "of_forms") WITH ORDINALITY AS "c"("kind", "id", "form_id", "place")
            JOIN "notifications" ON "notifications"."form_id" = "c"."form_id"
            WHERE "kind" IN (\'created\', \'passed\', \'released\', \'confirmed\') AND "id" IS NOT NULL
        ), "replies" AS (
            INSERT INTO "notices" ("form_id", "purpose", "ids")
            SELECT "form_id", "to_visitor", array_agg("id" ORDER BY "place") FROM "news"
            WHERE "to_visitor" IS NOT NULL GROUP BY "form_id", "to_visitor"
        ), "named" AS (
            INSERT INTO "notices" ("form_id", "purpose", "ids")
            SELECT "form_id", \'notification\', array_agg("id" ORDER BY "place") FROM "news"
            WHERE "mode" <> \'off\' AND "is_told" GROUP BY "form_id"
            RETURNING "form_id"
        )
        UPDATE "notifications" SET "due_at" = next_mail_at("notifications"."form_id", "mode", "last_mail_at")
        FROM "named" WHERE "notifications"."form_id" = "named"."form_id" AND "notifications"."due_at" IS NULL\x3b
    END IF\x3b
    RETURN coalesce("rung", \'{}\')\x3b
END';
