-- Submissions that were imported from a file, by the calls that share an id. A row stays after its undo, so that a late
-- call with the same id stores nothing.
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "person_id" UUID,
    "imported_count" INTEGER NOT NULL,
    "left_count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undo_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "imports_form_id_created_at_idx" ON "imports"("form_id", "created_at" DESC);
CREATE INDEX "imports_undo" ON "imports"("undo_at") WHERE undo_at is not null and undone_at is null;

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A service of the release before leaves it empty.
ALTER TABLE "submissions" ADD COLUMN "import_id" UUID;

CREATE INDEX CONCURRENTLY "submissions_imported" ON "submissions"("import_id", "id") WHERE import_id is not null;

-- Nothing that was received before this time is left, apart from imported submissions. The runs of the release before
-- leave it as it is, so it may be too early, and is never too late.
ALTER TABLE "retention_runs" ADD COLUMN "done_before" TIMESTAMPTZ(3);

-- An import knows how many of its submissions are left, whichever service deletes them. It runs with the rights of the
-- tables' owner, as the roles of the services have theirs only behind the migration.
CREATE FUNCTION "count_left_of_imports"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS E'
BEGIN
    IF NOT EXISTS (SELECT FROM "gone" WHERE "import_id" IS NOT NULL) THEN
        RETURN NULL\x3b
    END IF\x3b
    PERFORM FROM "imports" WHERE "id" IN (SELECT "import_id" FROM "gone") ORDER BY "id" FOR NO KEY UPDATE\x3b
    UPDATE "imports" SET "left_count" = "left_count" - "counted"."size"
    FROM (
        SELECT "import_id", count(*) AS "size" FROM "gone" WHERE "import_id" IS NOT NULL GROUP BY "import_id"
    ) AS "counted"
    WHERE "imports"."id" = "counted"."import_id"\x3b
    RETURN NULL\x3b
END';

CREATE TRIGGER "count_left_of_imports" AFTER DELETE ON "submissions"
REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION "count_left_of_imports"();
