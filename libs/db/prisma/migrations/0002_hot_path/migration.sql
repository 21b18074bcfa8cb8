-- AlterTable
ALTER TABLE "submissions" ADD COLUMN     "is_spam" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "reply_to" TEXT,
ADD COLUMN     "subject" TEXT;

-- AlterTable
ALTER TABLE "form_totals" ADD COLUMN     "spam_count" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "last_submission_at" DROP NOT NULL;

-- CreateTable
CREATE TABLE "dead_submissions" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "payload" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dead_submissions_pkey" PRIMARY KEY ("id")
);

-- DropIndex
DROP INDEX "submissions_form_id_created_at_id_idx";

-- CreateIndex
CREATE INDEX "submissions_form_id_is_spam_created_at_id_idx" ON "submissions"("form_id", "is_spam", "created_at" DESC, "id" DESC);
