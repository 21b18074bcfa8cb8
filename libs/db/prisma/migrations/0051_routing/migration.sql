-- When a delivery, a mail to a recipient and an automatic reply go out. Null means always, as the release before takes it.
ALTER TABLE "targets" ADD COLUMN "conditions" JSON;
ALTER TABLE "recipients" ADD COLUMN "conditions" JSON;
ALTER TABLE "notifications" ADD COLUMN "reply_conditions" JSON;

-- True for a delivery that its owner asked for by name: it goes out whatever the conditions of its target are.
ALTER TABLE "deliveries" ADD COLUMN "is_named" BOOLEAN NOT NULL DEFAULT false;
