-- CreateTable
CREATE TABLE "daily_origin_counters" (
    "form_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "origin" TEXT NOT NULL,
    "submission_count" INTEGER NOT NULL,

    CONSTRAINT "daily_origin_counters_pkey" PRIMARY KEY ("form_id","day","origin")
);

-- What is stored already. Workers of the release before, which still run now, do not count by origin: what they store
-- in these minutes is missing here, and only here.
INSERT INTO "daily_origin_counters" ("form_id", "day", "origin", "submission_count")
SELECT "form_id", ("created_at" AT TIME ZONE 'UTC')::date, coalesce("origin", ''), count(*)
FROM "submissions" WHERE NOT "is_spam"
GROUP BY 1, 2, 3
ON CONFLICT DO NOTHING;
