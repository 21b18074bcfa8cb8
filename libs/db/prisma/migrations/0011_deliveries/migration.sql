-- Where a form's events are delivered.
CREATE TABLE "targets" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "old_secret_until" TIMESTAMPTZ(3),
    "events" TEXT[],
    "fields" TEXT[],
    "template" JSON,
    "order" TEXT NOT NULL DEFAULT 'best_effort',
    "rate" DOUBLE PRECISION,
    "is_hook" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'active',
    "state_reason" TEXT,
    "stopped_at" TIMESTAMPTZ(3),
    "failure_streak" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "targets_pkey" PRIMARY KEY ("id")
);

-- What waits to be delivered. A delivery that succeeded is removed. The log of attempts has it.
CREATE TABLE "deliveries" (
    "id" BIGSERIAL NOT NULL,
    "target_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "submission_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'due',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "replay_id" UUID,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("target_id","id")
);

-- The log of deliveries. It holds no payload.
CREATE TABLE "delivery_attempts" (
    "id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "submission_id" UUID,
    "number" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "status_code" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "error" TEXT,
    "response" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "replay_id" UUID,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- Stored submissions that are delivered again, behind a cursor.
CREATE TABLE "replays" (
    "id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "from_at" TIMESTAMPTZ(3),
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "failed_only" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'running',
    "cursor_at" TIMESTAMPTZ(3),
    "cursor_id" UUID,
    "total" BIGINT NOT NULL,
    "done_count" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "replays_pkey" PRIMARY KEY ("id")
);

-- The position of an account's latest change.
CREATE TABLE "change_heads" (
    "user_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "change_heads_pkey" PRIMARY KEY ("user_id")
);

-- Changes of submissions that follow one another, of one kind and one account.
CREATE TABLE "changes" (
    "user_id" UUID NOT NULL,
    "first_position" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "ids" UUID[],
    "form_ids" UUID[],
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("user_id","first_position")
);

CREATE INDEX "targets_form_id_idx" ON "targets"("form_id");
CREATE INDEX "deliveries_target_id_state_due_at_id_idx" ON "deliveries"("target_id", "state", "due_at", "id");
CREATE INDEX "delivery_attempts_target_id_started_at_id_idx" ON "delivery_attempts"("target_id", "started_at" DESC, "id" DESC);
CREATE INDEX "delivery_attempts_started_at_idx" ON "delivery_attempts" USING BRIN ("started_at");
CREATE INDEX "replays_target_id_state_idx" ON "replays"("target_id", "state");
CREATE INDEX "changes_at_idx" ON "changes" USING BRIN ("at");

ALTER TABLE "targets" ADD CONSTRAINT "targets_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Records changes of submissions, in the transaction that makes them: their positions in the change feed of their
-- account, and a delivery to each target that wants the event. Answers the targets that have a delivery now. A change
-- without an id is one of all submissions of its form. The head of an account is locked until the transaction ends, so
-- its positions are in the order of the commits. Call it after the rows and before the counters.
CREATE FUNCTION "record_changes"("kinds" TEXT[], "changed" UUID[], "of_forms" UUID[], "of_users" UUID[])
RETURNS UUID[] LANGUAGE plpgsql AS E'
DECLARE
    "rung" UUID[]\x3b
BEGIN
    IF "changed" IS NULL THEN
        RETURN \'{}\'\x3b
    END IF\x3b
    WITH "groups" AS (
        SELECT "user_id", "type", count(*) AS "size",
            array_agg("id" ORDER BY "place") AS "ids", array_agg("form_id" ORDER BY "place") AS "form_ids"
        FROM unnest("kinds", "changed", "of_forms", "of_users") WITH ORDINALITY AS "c"("type", "id", "form_id", "user_id", "place")
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
    IF EXISTS (SELECT FROM "targets" WHERE "form_id" = ANY ("of_forms")) THEN
        WITH "events" AS MATERIALIZED (
            SELECT "id", "form_id", "place",
                CASE WHEN "type" IN (\'created\', \'spam\') THEN "id" ELSE gen_random_uuid() END AS "event_id",
                CASE "type" WHEN \'marked\' THEN \'submission.spam\' ELSE \'submission.\' || "type" END AS "event"
            FROM unnest("kinds", "changed", "of_forms") WITH ORDINALITY AS "c"("type", "id", "form_id", "place")
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
    RETURN coalesce("rung", \'{}\')\x3b
END';
