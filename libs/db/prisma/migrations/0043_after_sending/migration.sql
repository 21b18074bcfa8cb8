-- What visitors of a form get after they have sent it: text, redirect, name, logo and color. Null stands for the defaults.
ALTER TABLE "forms" ADD COLUMN "after_sending" JSON;
