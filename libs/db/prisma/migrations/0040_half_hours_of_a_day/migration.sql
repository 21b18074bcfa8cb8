-- What a form received in each half hour of the day. A worker of the release before leaves zeros here and counts in
-- "hours" and "late_hours", so a count is the sum of both.
ALTER TABLE "daily_form_counters" ADD COLUMN "half_hours" INTEGER[] DEFAULT ARRAY[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]::INTEGER[];
