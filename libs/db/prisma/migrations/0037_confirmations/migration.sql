-- When the person of a session gave the password again. The sign-in itself counts too.
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);
