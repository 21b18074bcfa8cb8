-- The language of the mails to this visitor, where the form has none of its own. Null means English. A worker of the
-- release before leaves it out, as it does with the language in a batch.
ALTER TABLE "submissions" ADD COLUMN "visitor_language" TEXT;
