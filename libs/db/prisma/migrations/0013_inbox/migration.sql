-- What was received before this counts as read. All that a form has on the day of the upgrade is.
ALTER TABLE "forms" ADD COLUMN "read_before" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "forms" ALTER COLUMN "read_before" DROP DEFAULT;

-- The work on submissions. One that nobody worked on has no row.
CREATE TABLE "submission_states" (
    "submission_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "is_read" BOOLEAN,
    "is_starred" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'open',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "note" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_states_pkey" PRIMARY KEY ("submission_id")
);

-- The columns that an owner chose for the list of a form.
CREATE TABLE "form_columns" (
    "form_id" UUID NOT NULL,
    "columns" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "form_columns_pkey" PRIMARY KEY ("form_id")
);

-- Filters with a name.
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "submission_states_read" ON "submission_states"("form_id", "is_read", "received_at", "submission_id") WHERE "is_read" IS NOT NULL;
CREATE INDEX "submission_states_starred" ON "submission_states"("form_id", "received_at", "submission_id") WHERE "is_starred";
CREATE INDEX "submission_states_done" ON "submission_states"("form_id", "received_at", "submission_id") WHERE "status" = 'done';
CREATE INDEX "submission_states_tagged" ON "submission_states"("form_id", "received_at", "submission_id") WHERE "tags" <> '{}';
CREATE INDEX "submission_states_noted" ON "submission_states"("form_id") WHERE "note" IS NOT NULL;
CREATE INDEX "saved_views_form_id_created_at_idx" ON "saved_views"("form_id", "created_at");

ALTER TABLE "submission_states" ADD CONSTRAINT "submission_states_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "form_columns" ADD CONSTRAINT "form_columns_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;
