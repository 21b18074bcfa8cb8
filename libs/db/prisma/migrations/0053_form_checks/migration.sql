-- Check-ups of the page of a form, each with its findings.
CREATE TABLE "form_checks" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "page_url" TEXT NOT NULL,
    "is_weekly" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "findings" JSON NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "form_checks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "form_checks_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A form has one check-up at a time.
CREATE UNIQUE INDEX "form_checks_open" ON "form_checks"("form_id") WHERE finished_at is null;
CREATE INDEX "form_checks_form_id_created_at_idx" ON "form_checks"("form_id", "created_at" DESC);
CREATE INDEX "form_checks_created_at_idx" ON "form_checks"("created_at");

-- The page that is checked each week, and when its owner must be told of faults.
CREATE TABLE "form_check_settings" (
    "form_id" UUID NOT NULL,
    "page_url" TEXT,
    "is_weekly" BOOLEAN NOT NULL DEFAULT false,
    "next_at" TIMESTAMPTZ(3),
    "turned_bad_at" TIMESTAMPTZ(3),
    "alerted_at" TIMESTAMPTZ(3),

    CONSTRAINT "form_check_settings_pkey" PRIMARY KEY ("form_id"),
    CONSTRAINT "form_check_settings_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "form_check_settings_due" ON "form_check_settings"("next_at") WHERE is_weekly;
CREATE INDEX "form_check_settings_bad" ON "form_check_settings"("turned_bad_at") WHERE turned_bad_at is not null;
