-- Which fields the owner chose for the sender, the subject and the message. Null leaves the choice to Inlet.
ALTER TABLE "forms" ADD COLUMN "field_roles" JSONB;
