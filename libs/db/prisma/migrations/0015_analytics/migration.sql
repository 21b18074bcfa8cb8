-- What a form received in each hour of the day, and as spam. Workers of the release before leave both as they are: what
-- they store counts for its day and for no hour.
ALTER TABLE "daily_form_counters" ADD COLUMN "spam_count" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "daily_form_counters" ADD COLUMN "hours" BIGINT[] DEFAULT ARRAY[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]::BIGINT[];

-- What a form's endpoint refused on a day, by reason.
CREATE TABLE "daily_refusal_counters" (
    "form_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "reason" TEXT NOT NULL,
    "refusal_count" BIGINT NOT NULL,

    CONSTRAINT "daily_refusal_counters_pkey" PRIMARY KEY ("form_id","day","reason")
);

ALTER TABLE "daily_refusal_counters" ADD CONSTRAINT "daily_refusal_counters_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;
