-- The ids of a batch do not get smaller by compression, and stand in the row as long as it fits a page.
ALTER TABLE "changes" ALTER COLUMN "ids" SET STORAGE EXTERNAL, ALTER COLUMN "form_ids" SET STORAGE EXTERNAL;
ALTER TABLE "changes" SET (toast_tuple_target = 8160);
