-- Both are trusted extensions of PostgreSQL's own distribution. "migrate" asks for them before, and says what an
-- administrator has to run where it may not make them.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- The text of a submission as its trigrams are made: folded, with the bytes of what is not ASCII as digits, because
-- "pg_trgm" leaves out letters that the locale of the database does not know. "indexedText" in TypeScript does the same.
-- Null for a long text: every search looks at that submission itself. Semicolons within a function are written \x3b.
CREATE FUNCTION "inlet_indexed_text"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS E'
BEGIN
    IF octet_length(given) > 65536 THEN
        RETURN NULL\x3b
    END IF\x3b
    RETURN replace(encode(convert_to(inlet_search_text(given), ''UTF8''), ''escape''), ''\\'', '''')\x3b
END';

-- Forms that are searched, from the first search on until 30 days after the last one, and how far their texts are.
CREATE TABLE "search_fills" (
    "form_id" UUID NOT NULL,
    "searched_at" TIMESTAMPTZ(3) NOT NULL,
    "begun_after" BIGINT,
    "filled_at" TIMESTAMPTZ(3),
    "filled_id" UUID,
    "filled_count" BIGINT NOT NULL DEFAULT 0,
    "compared_at" TIMESTAMPTZ(3),

    CONSTRAINT "search_fills_pkey" PRIMARY KEY ("form_id")
);

-- The texts of these forms.
CREATE TABLE "search_texts" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "folded" TEXT,

    CONSTRAINT "search_texts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "search_texts_form_id_folded_idx" ON "search_texts" USING GIN ("form_id", "folded" gin_trgm_ops);
CREATE INDEX "search_texts_long" ON "search_texts"("form_id") WHERE (folded IS NULL);

-- AddForeignKey
ALTER TABLE "search_fills" ADD CONSTRAINT "search_fills_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Forms that were searched under the release before.
INSERT INTO "search_fills" ("form_id", "searched_at") SELECT "form_id", "searched_at" FROM "search_indexes";

-- What is stored for a form that is searched gets its text in the same transaction, whichever release stores it. The lock
-- lets the row of the form go only behind this transaction. It runs with the rights of the tables' owner, as the roles of
-- the services have theirs only behind the migration.
CREATE FUNCTION "write_search_texts"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS E'
BEGIN
    INSERT INTO "search_texts" ("id", "form_id", "created_at", "folded")
    SELECT "added"."id", "added"."form_id", "added"."created_at", inlet_indexed_text(concat("origin", '' '', "data"::text))
    FROM (
        SELECT "form_id" FROM "search_fills" WHERE "form_id" IN (SELECT "form_id" FROM "added") FOR KEY SHARE
    ) AS "searched" JOIN "added" ON "added"."form_id" = "searched"."form_id"
    ON CONFLICT DO NOTHING\x3b
    RETURN NULL\x3b
END';

CREATE TRIGGER "write_search_texts" AFTER INSERT ON "submissions"
REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "write_search_texts"();

-- A submission takes its text along. The worker holds the row of the form while it writes texts, so that it writes none of
-- what is just being deleted.
CREATE FUNCTION "forget_search_texts"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS E'
BEGIN
    PERFORM FROM "search_fills" WHERE "form_id" IN (SELECT "form_id" FROM "gone") ORDER BY "form_id" FOR NO KEY UPDATE\x3b
    DELETE FROM "search_texts" WHERE "id" = ANY (ARRAY(SELECT "id" FROM "gone"))\x3b
    RETURN NULL\x3b
END';

CREATE TRIGGER "forget_search_texts" AFTER DELETE ON "submissions"
REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "forget_search_texts"();
