-- AlterTable
ALTER TABLE "forms" ADD COLUMN     "body_max_bytes" INTEGER;
