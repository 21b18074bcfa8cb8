-- The share of the storage of which an account was told last: 80, 100, or 0 once it has room again.
ALTER TABLE "users" ADD COLUMN "storage_told" SMALLINT NOT NULL DEFAULT 0;
