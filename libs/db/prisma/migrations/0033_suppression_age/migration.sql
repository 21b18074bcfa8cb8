-- When an address last stopped a mail. One that stops none for two years is forgotten.
ALTER TABLE "suppressions" ADD COLUMN "stopped_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
