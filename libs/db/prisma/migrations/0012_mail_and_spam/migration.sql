ALTER TABLE "users" ADD COLUMN "time_zone" TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE "users" ADD COLUMN "wants_usage_mails" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "submissions" ADD COLUMN "spam" JSON;
ALTER TABLE "submissions" ADD COLUMN "checking_since" TIMESTAMPTZ(3);

ALTER TABLE "pending_mails" ADD COLUMN "options" JSON;

-- The mails that a form causes.
CREATE TABLE "notifications" (
    "form_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "alerts_silence" BOOLEAN NOT NULL DEFAULT false,
    "alerts_surge" BOOLEAN NOT NULL DEFAULT false,
    "auto_reply" BOOLEAN NOT NULL DEFAULT false,
    "auto_reply_subject" TEXT NOT NULL DEFAULT '',
    "auto_reply_body" TEXT NOT NULL DEFAULT '',
    "due_at" TIMESTAMPTZ(3),
    "last_mail_at" TIMESTAMPTZ(3),
    "silence_alerted_at" TIMESTAMPTZ(3),
    "surge_alerted_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("form_id")
);

CREATE TABLE "recipients" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT,
    "requested_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recipients_pkey" PRIMARY KEY ("id")
);

-- Submissions that a mail must still name.
CREATE TABLE "notices" (
    "id" BIGSERIAL NOT NULL,
    "form_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "ids" UUID[],

    CONSTRAINT "notices_pkey" PRIMARY KEY ("form_id","purpose","id")
);

CREATE TABLE "auto_replies" (
    "form_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_replies_pkey" PRIMARY KEY ("form_id","day","address_hash")
);

-- Addresses that get no mail any more.
CREATE TABLE "suppressions" (
    "email" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("email","scope")
);

CREATE TABLE "usage_mails" (
    "user_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "percent" INTEGER NOT NULL,

    CONSTRAINT "usage_mails_pkey" PRIMARY KEY ("user_id","month","percent")
);

CREATE TABLE "spam_settings" (
    "form_id" UUID NOT NULL,
    "threshold" REAL NOT NULL DEFAULT 0.99,
    "block_list" TEXT[],
    "captcha" TEXT,
    "akismet" BOOLEAN NOT NULL DEFAULT false,
    "sealed" BYTEA,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spam_settings_pkey" PRIMARY KEY ("form_id")
);

-- What an account's classifier has learned from its owner's marks. A token is a hash.
CREATE TABLE "spam_models" (
    "user_id" UUID NOT NULL,
    "spam_count" INTEGER NOT NULL DEFAULT 0,
    "good_count" INTEGER NOT NULL DEFAULT 0,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "spam_models_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "spam_tokens" (
    "user_id" UUID NOT NULL,
    "token" BIGINT NOT NULL,
    "spam_count" INTEGER NOT NULL,
    "good_count" INTEGER NOT NULL,

    CONSTRAINT "spam_tokens_pkey" PRIMARY KEY ("user_id","token")
);

CREATE TABLE "spam_lessons" (
    "submission_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "is_spam" BOOLEAN NOT NULL,
    "learned_spam" BOOLEAN,
    "is_learned" BOOLEAN NOT NULL DEFAULT false,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "spam_lessons_pkey" PRIMARY KEY ("submission_id")
);

-- Submissions that a remote service must still judge.
CREATE TABLE "spam_checks" (
    "submission_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "token" TEXT,
    "address" TEXT,
    "is_caught" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "spam_checks_pkey" PRIMARY KEY ("submission_id")
);

CREATE INDEX "notifications_due_at_idx" ON "notifications"("due_at");
CREATE UNIQUE INDEX "recipients_token_hash_key" ON "recipients"("token_hash");
CREATE UNIQUE INDEX "recipients_form_id_email_key" ON "recipients"("form_id", "email");
CREATE INDEX "recipients_email_idx" ON "recipients"("email");
CREATE INDEX "notices_purpose_id_idx" ON "notices"("purpose", "id");
CREATE INDEX "auto_replies_address_hash_day_idx" ON "auto_replies"("address_hash", "day");
CREATE INDEX "auto_replies_form_id_at_idx" ON "auto_replies"("form_id", "at");
CREATE INDEX "spam_lessons_form_id_idx" ON "spam_lessons"("form_id");
CREATE INDEX "spam_lessons_is_learned_user_id_idx" ON "spam_lessons"("is_learned", "user_id");
CREATE INDEX "spam_checks_due_at_idx" ON "spam_checks"("due_at");
CREATE INDEX "spam_checks_form_id_idx" ON "spam_checks"("form_id");

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "usage_mails" ADD CONSTRAINT "usage_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "spam_settings" ADD CONSTRAINT "spam_settings_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "spam_models" ADD CONSTRAINT "spam_models_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "spam_tokens" ADD CONSTRAINT "spam_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When the mail of a form is due whose submissions wait: at once or five minutes after the one before, or at 08:00 in the
-- time zone of the account. A mode that mails nothing is due at once, for what waits is to be dropped. A zone that this
-- server does not know counts as UTC, because submissions are stored in this transaction.
CREATE FUNCTION "next_mail_at"("of_form" UUID, "by_mode" TEXT, "last_at" TIMESTAMPTZ)
RETURNS TIMESTAMPTZ STABLE LANGUAGE plpgsql AS E'
DECLARE
    "zone" TEXT := \'UTC\'\x3b
    "local" TIMESTAMP\x3b
BEGIN
    IF "by_mode" = \'off\' THEN
        RETURN now()\x3b
    ELSIF "by_mode" <> \'daily\' THEN
        RETURN greatest(now(), "last_at" + interval \'5 minutes\')\x3b
    END IF\x3b
    BEGIN
        SELECT "time_zone", now() AT TIME ZONE "time_zone" INTO STRICT "zone", "local"
        FROM "forms" JOIN "users" ON "users"."id" = "forms"."user_id" WHERE "forms"."id" = "of_form"\x3b
    EXCEPTION WHEN OTHERS THEN
        "zone" := \'UTC\'\x3b
        "local" := now() AT TIME ZONE \'UTC\'\x3b
    END\x3b
    RETURN (date_trunc(\'day\', "local") + interval \'8 hours\'
        + CASE WHEN "local"::time >= \'08:00\' THEN interval \'1 day\' ELSE interval \'0\' END
    ) AT TIME ZONE "zone"\x3b
END';

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
--   returned           moved out of it, but was in the inbox before: as released, but no mail
--   deleted
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
    IF "kinds"[1] IN (\'created\', \'spam\', \'marked\', \'released\', \'deleted\')
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
                CASE WHEN "kind" IN (\'created\', \'spam\', \'passed\', \'caught\') THEN "id"
                    ELSE gen_random_uuid() END AS "event_id",
                CASE "kind" WHEN \'passed\' THEN \'submission.created\' WHEN \'caught\' THEN \'submission.spam\'
                    WHEN \'marked\' THEN \'submission.spam\' WHEN \'returned\' THEN \'submission.released\'
                    ELSE \'submission.\' || "kind" END AS "event"
            FROM unnest("kinds", "changed", "of_forms") WITH ORDINALITY AS "c"("kind", "id", "form_id", "place")
            WHERE "id" IS NOT NULL
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
            SELECT "notifications"."form_id", "mode", "auto_reply", "due_at", "kind", "id", "place"
            FROM unnest("kinds", "changed", "of_forms") WITH ORDINALITY AS "c"("kind", "id", "form_id", "place")
            JOIN "notifications" ON "notifications"."form_id" = "c"."form_id"
            WHERE "kind" IN (\'created\', \'passed\', \'released\') AND "id" IS NOT NULL
        ), "replies" AS (
            INSERT INTO "notices" ("form_id", "purpose", "ids")
            SELECT "form_id", \'reply\', array_agg("id" ORDER BY "place") FROM "news"
            WHERE "auto_reply" AND "kind" <> \'released\' GROUP BY "form_id"
        ), "named" AS (
            INSERT INTO "notices" ("form_id", "purpose", "ids")
            SELECT "form_id", \'notification\', array_agg("id" ORDER BY "place") FROM "news"
            WHERE "mode" <> \'off\' GROUP BY "form_id"
            RETURNING "form_id"
        )
        UPDATE "notifications" SET "due_at" = next_mail_at("notifications"."form_id", "mode", "last_mail_at")
        FROM "named" WHERE "notifications"."form_id" = "named"."form_id" AND "notifications"."due_at" IS NULL\x3b
    END IF\x3b
    RETURN coalesce("rung", \'{}\')\x3b
END';

-- Ids do not compress.
ALTER TABLE "changes" ALTER COLUMN "ids" SET STORAGE EXTERNAL;
