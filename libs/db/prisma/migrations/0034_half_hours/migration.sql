-- What a form received in the second half of each hour, for time zones that are half an hour off. Workers of the release
-- before count nothing here: what they store counts for the first half.
ALTER TABLE "daily_form_counters" ADD COLUMN "late_hours" INTEGER[];
