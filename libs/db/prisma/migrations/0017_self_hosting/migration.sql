-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "first_account_at" TIMESTAMPTZ(3),
    "announced_plans" TEXT NOT NULL DEFAULT 'sold',

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- There is one row, and it is always there.
INSERT INTO "installation" ("first_account_at")
SELECT min("created_at") FROM "users" WHERE "plan" IS DISTINCT FROM 'system';
