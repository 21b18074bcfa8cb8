-- The day on which somebody signed in or used a key last, which is the day of the upgrade for those who were there before. And
-- when the two mails went out that say that the account is idle.
ALTER TABLE "users" ADD COLUMN "last_active_on" DATE NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "users" ADD COLUMN "idle_warned_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "idle_reminded_at" TIMESTAMPTZ(3);
