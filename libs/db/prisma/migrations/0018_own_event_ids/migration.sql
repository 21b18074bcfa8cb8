-- The time that a delivery tells, so that a replay of the attempt tells the same.
ALTER TABLE "delivery_attempts" ADD COLUMN "occurred_at" TIMESTAMPTZ(3);

-- The id of the event that a submission arrived as spam. Its arrival in the inbox has the id of the submission, so a
-- receiver of both can tell one from the other. A UUID of version 8, made of the submission's.
CREATE FUNCTION "spam_event_id"("submission" UUID) RETURNS UUID LANGUAGE sql IMMUTABLE PARALLEL SAFE AS E'
    SELECT overlay(overlay(md5(\'submission.spam\' || "submission") PLACING \'8\' FROM 13) PLACING \'8\' FROM 17)::uuid
';
