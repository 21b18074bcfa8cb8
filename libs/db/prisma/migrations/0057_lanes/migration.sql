-- A constant default rewrites no table. A service of the release before leaves lane 0, the only lane that it knows.
ALTER TABLE "users" ADD COLUMN "lane" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "stored_batches" ADD COLUMN "lane" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "direct_batches" ADD COLUMN "lane" SMALLINT NOT NULL DEFAULT 0;
