-- Batches that were stored while Redis could not be used. Until it is back they wait here to be announced. For longer, a job
-- with the same submissions learns here that the places which it took in Redis were not needed.
CREATE TABLE "direct_batches" (
    "id" UUID NOT NULL,
    "ids" UUID[],
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "announced_at" TIMESTAMPTZ(3),

    CONSTRAINT "direct_batches_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "direct_batches_ids_idx" ON "direct_batches" USING GIN ("ids");
CREATE INDEX "direct_batches_announced_at_idx" ON "direct_batches" ("announced_at");

-- As before, but a quota with a row does not look at what is stored: the same transaction may have counted its rows already.
CREATE OR REPLACE FUNCTION "take_places"("accounts" UUID[], "periods" TEXT[], "resources" TEXT[], "counts" BIGINT[], "limits" BIGINT[])
RETURNS VOID LANGUAGE plpgsql AS E'
DECLARE
    "each" RECORD\x3b
BEGIN
    FOR "each" IN
        SELECT "r"."account", "r"."period", "r"."resource", sum("r"."count")::bigint AS "count", min("r"."most") AS "most"
        FROM unnest($1, $2, $3, $4, $5) AS "r"("account", "period", "resource", "count", "most")
        WHERE "r"."count" > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    LOOP
        INSERT INTO "quotas" AS "q" ("user_id", "period", "resource", "base", "granted", "limit_given")
        SELECT "each"."account", "each"."period", "each"."resource", "used", "used", "each"."most"
        FROM "stored_in_period"("each"."account", "each"."period", "each"."resource") AS "used"
        WHERE NOT EXISTS (
            SELECT FROM "quotas" WHERE "user_id" = "each"."account" AND "period" = "each"."period"
                AND "resource" = "each"."resource"
        )
        ON CONFLICT ("user_id", "period", "resource") DO NOTHING\x3b
        UPDATE "quotas" SET "direct" = "direct" + "each"."count"
        WHERE "user_id" = "each"."account" AND "period" = "each"."period" AND "resource" = "each"."resource"
            AND "granted" + "direct" + "each"."count" <= "each"."most"\x3b
        IF NOT FOUND THEN
            RAISE EXCEPTION \'The quota of % does not have so many places\', "each"."resource" USING ERRCODE = \'QF001\'\x3b
        END IF\x3b
    END LOOP\x3b
END
';
