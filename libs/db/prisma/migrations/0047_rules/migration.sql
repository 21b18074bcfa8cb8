-- How the fields of a form must be filled in. They stand beside the form, because only few readers of forms need them.
CREATE TABLE "form_rules" (
    "form_id" UUID NOT NULL,
    "rules" JSON NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "form_rules_pkey" PRIMARY KEY ("form_id"),
    CONSTRAINT "form_rules_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The rules that judged a submission, and what it broke. A worker of the release before leaves both empty.
ALTER TABLE "submissions"
    ADD COLUMN "rule_errors" JSON,
    ADD COLUMN "rules_version" INTEGER;

CREATE INDEX CONCURRENTLY "submissions_rule_errors" ON "submissions"("form_id", "is_spam", "created_at" DESC, "id" DESC) WHERE rule_errors is not null;
