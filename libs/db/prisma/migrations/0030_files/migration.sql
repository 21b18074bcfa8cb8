-- Whether a form takes files, and of which types. None are all types.
ALTER TABLE "forms" ADD COLUMN "takes_files" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "forms" ADD COLUMN "file_types" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Files on their way: their bytes are reserved in the quota "storage" of their account until their submission is stored.
-- One that is "closing" will never be.
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reserved" BIGINT NOT NULL,
    "is_closing" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "uploads_user_id_idx" ON "uploads"("user_id");
CREATE INDEX "uploads_created_at_idx" ON "uploads"("created_at");

-- Files of stored submissions. No foreign key takes a row along: it stays until the bytes are gone.
CREATE TABLE "files" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "upload_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "field" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'available',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "files_submission_id_idx" ON "files"("submission_id");
CREATE INDEX "files_form_id_submission_id_idx" ON "files"("form_id", "submission_id");
CREATE INDEX "files_unfinished" ON "files"("state", "created_at") WHERE (state <> 'available');

-- As before, and its files are nobody's from now on. A job deletes their bytes, then their rows.
CREATE OR REPLACE FUNCTION "forget_submission_states"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    DELETE FROM "submission_states" WHERE "submission_id" = ANY (ARRAY(SELECT "id" FROM "gone"))\x3b
    UPDATE "files" SET "state" = \'deleting\', "changed_at" = now() WHERE "submission_id" = ANY (ARRAY(SELECT "id" FROM "gone"))\x3b
    RETURN NULL\x3b
END';
