-- A receiver that takes long has slots apart, as one that fails has.
ALTER TABLE "targets" ADD COLUMN "takes_long" BOOLEAN NOT NULL DEFAULT false;
