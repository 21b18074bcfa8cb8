-- CreateTable
CREATE TABLE "search_marks" (
    "form_id" UUID NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "to_id" UUID NOT NULL,
    "row_count" INTEGER NOT NULL,
    "is_in_repair" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "search_marks_pkey" PRIMARY KEY ("form_id")
);

-- CreateTable
CREATE TABLE "search_blocks" (
    "form_id" UUID NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "from_id" UUID NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "to_id" UUID NOT NULL,
    "fingerprint" BIGINT NOT NULL,
    "grams" INTEGER[],

    CONSTRAINT "search_blocks_pkey" PRIMARY KEY ("form_id","to_at","to_id")
);

-- CreateIndex
CREATE INDEX "search_blocks_grams_idx" ON "search_blocks" USING GIN ("grams");

-- AddForeignKey
ALTER TABLE "search_marks" ADD CONSTRAINT "search_marks_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Statistics of what is in the lists would cost much and help no query: what is asked for is always rare or checked.
ALTER TABLE "search_blocks" ALTER COLUMN "grams" SET STATISTICS 0;

-- Hashes do not get smaller.
ALTER TABLE "search_blocks" ALTER COLUMN "grams" SET STORAGE EXTERNAL;

-- A mark counts the rows that the blocks before it cover. Whoever deletes rows, that count follows, so that a difference
-- can only mean a row that was stored late. The mark is locked first, because who sets it forward holds it locked.
-- The engine that runs migrations cuts them at every semicolon, even a quoted one, so those inside are written \x3b.
CREATE FUNCTION "uncount_in_search_marks"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    PERFORM FROM "search_marks" WHERE "form_id" IN (SELECT "form_id" FROM "gone") ORDER BY "form_id" FOR UPDATE\x3b
    UPDATE "search_marks" SET "row_count" = "search_marks"."row_count" - "covered"."row_count"
    FROM (
        SELECT "gone"."form_id", count(*)::int AS "row_count"
        FROM "gone" JOIN "search_marks" ON "search_marks"."form_id" = "gone"."form_id"
        WHERE ("gone"."created_at", "gone"."id") <= ("search_marks"."to_at", "search_marks"."to_id")
        GROUP BY "gone"."form_id"
    ) AS "covered"
    WHERE "search_marks"."form_id" = "covered"."form_id"\x3b
    RETURN NULL\x3b
END';

CREATE TRIGGER "uncount_in_search_marks" AFTER DELETE ON "submissions"
REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "uncount_in_search_marks"();
