-- The language of what a form's visitors see. Null means the language that each visitor's browser prefers.
ALTER TABLE "forms" ADD COLUMN "language" TEXT;
