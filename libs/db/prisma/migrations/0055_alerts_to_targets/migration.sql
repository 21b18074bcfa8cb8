-- The target that gets a form's alerts beside the mail.
ALTER TABLE "notifications" ADD COLUMN "alerts_target_id" UUID;

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_alerts_target_id_fkey"
    FOREIGN KEY ("alerts_target_id") REFERENCES "targets"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_alerts_target_id_fkey";

CREATE INDEX CONCURRENTLY "notifications_alerts_target" ON "notifications"("alerts_target_id") WHERE alerts_target_id is not null;

-- What an alert says. A delivery with one has no submission, and a worker of the release before drops it.
ALTER TABLE "deliveries" ADD COLUMN "alert" JSON;
