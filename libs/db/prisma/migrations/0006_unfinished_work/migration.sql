-- CreateTable
CREATE TABLE "submission_deletions" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "is_spam" BOOLEAN NOT NULL,
    "deleted_count" INTEGER NOT NULL DEFAULT 0,
    "actor" TEXT NOT NULL,
    "address" TEXT,
    "user_agent" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_deletions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deletion_pieces" (
    "deletion_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "ids" UUID[],

    CONSTRAINT "deletion_pieces_pkey" PRIMARY KEY ("deletion_id","number")
);

-- CreateTable
CREATE TABLE "pending_mails" (
    "id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "submission_deletions_form_id_idx" ON "submission_deletions"("form_id");

-- AddForeignKey
ALTER TABLE "submission_deletions" ADD CONSTRAINT "submission_deletions_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deletion_pieces" ADD CONSTRAINT "deletion_pieces_deletion_id_fkey" FOREIGN KEY ("deletion_id") REFERENCES "submission_deletions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
