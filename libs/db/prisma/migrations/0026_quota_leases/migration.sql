-- The quota of an account in a period, of one resource. Redis spends only what it was granted, and what is stored without
-- Redis is taken as "direct", so that granted + direct never exceeds the limit. A lease is the balance that Redis has at
-- present: "base" was spent before it, and granted - base belongs to it.
CREATE TABLE "quotas" (
    "user_id" UUID NOT NULL,
    "period" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "lease" INTEGER NOT NULL DEFAULT 0,
    "base" BIGINT NOT NULL DEFAULT 0,
    "granted" BIGINT NOT NULL DEFAULT 0,
    "direct" BIGINT NOT NULL DEFAULT 0,
    "limit_given" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "quotas_pkey" PRIMARY KEY ("user_id", "period", "resource")
);

-- Bytes of the fields that were stored, those of spam included.
ALTER TABLE "monthly_usage" ADD COLUMN "byte_count" BIGINT NOT NULL DEFAULT 0;

-- What is stored of an account's month: the beginning of a quota that has no row yet.
CREATE FUNCTION "stored_in_period"("account" UUID, "period" TEXT, "resource" TEXT) RETURNS BIGINT STABLE LANGUAGE sql AS E'
    SELECT coalesce((
        SELECT CASE $3 WHEN \'bytes\' THEN "byte_count" ELSE "submission_count" END FROM "monthly_usage"
        WHERE "user_id" = $1 AND "month" = CASE WHEN $2 ~ \'^[0-9]{4}-[0-9]{2}$\' THEN ($2 || \'-01\')::date END
    ), 0)
';

-- What may still be stored without Redis, of each quota in the order of the arguments.
CREATE FUNCTION "places_left"("accounts" UUID[], "periods" TEXT[], "resources" TEXT[], "limits" BIGINT[]) RETURNS BIGINT[]
STABLE LANGUAGE sql AS E'
    SELECT array_agg(
        greatest(0, "r"."most" - coalesce("granted" + "direct", "stored_in_period"("r"."account", "r"."period", "r"."resource")))
        ORDER BY "r"."n"
    )
    FROM unnest($1, $2, $3, $4) WITH ORDINALITY AS "r"("account", "period", "resource", "most", "n")
    LEFT JOIN "quotas" ON "quotas"."user_id" = "r"."account" AND "quotas"."period" = "r"."period"
        AND "quotas"."resource" = "r"."resource"
';

-- Takes places for what is stored without Redis. Where they do not all fit it fails with QF001, so that the statement that
-- calls it stores nothing.
CREATE FUNCTION "take_places"("accounts" UUID[], "periods" TEXT[], "resources" TEXT[], "counts" BIGINT[], "limits" BIGINT[])
RETURNS VOID LANGUAGE plpgsql AS E'
DECLARE
    "each" RECORD\x3b
BEGIN
    FOR "each" IN
        SELECT "r"."account", "r"."period", "r"."resource", sum("r"."count")::bigint AS "count", min("r"."most") AS "most"
        FROM unnest($1, $2, $3, $4, $5) AS "r"("account", "period", "resource", "count", "most")
        WHERE "r"."count" > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    LOOP
        INSERT INTO "quotas" AS "q" ("user_id", "period", "resource", "base", "granted", "direct", "limit_given")
        SELECT "each"."account", "each"."period", "each"."resource", "used", "used", "each"."count", "each"."most"
        FROM "stored_in_period"("each"."account", "each"."period", "each"."resource") AS "used"
        WHERE "used" + "each"."count" <= "each"."most"
        ON CONFLICT ("user_id", "period", "resource") DO UPDATE SET "direct" = "q"."direct" + "each"."count"
        WHERE "q"."granted" + "q"."direct" + "each"."count" <= "each"."most"\x3b
        IF NOT FOUND THEN
            RAISE EXCEPTION \'The quota of % does not have so many places\', "each"."resource" USING ERRCODE = \'QF001\'\x3b
        END IF\x3b
    END LOOP\x3b
END
';
