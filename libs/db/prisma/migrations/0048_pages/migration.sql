-- The hosted page of a form: its texts, its color, and whether it is shown. Null means that its owner set nothing.
ALTER TABLE "forms" ADD COLUMN "hosted_page" JSON;

-- How often the hosted page of a form was shown on a day, without a trace of the visitors.
CREATE TABLE "daily_page_views" (
    "form_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "view_count" BIGINT NOT NULL,

    CONSTRAINT "daily_page_views_pkey" PRIMARY KEY ("form_id","day"),
    CONSTRAINT "daily_page_views_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
