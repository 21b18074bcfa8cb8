-- A row of "users" stays the account that pays and owns forms: a workspace. The people that sign in get rows of their
-- own. The first person of an account has its id, so ids in tokens stay valid.
CREATE TABLE "people" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "wants_work_mails" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_active_on" DATE NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "people_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "people_email_key" ON "people"("email");

CREATE TABLE "memberships" (
    "user_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "all_forms" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_active_on" DATE,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("user_id", "person_id"),
    CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "memberships_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "memberships_person_id_idx" ON "memberships"("person_id");

-- The forms of a member who does not see all of them.
CREATE TABLE "membership_forms" (
    "user_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,

    CONSTRAINT "membership_forms_pkey" PRIMARY KEY ("user_id", "person_id", "form_id"),
    CONSTRAINT "membership_forms_user_id_person_id_fkey" FOREIGN KEY ("user_id", "person_id") REFERENCES "memberships"("user_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "membership_forms_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "forms"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "membership_forms_form_id_idx" ON "membership_forms"("form_id");

CREATE TABLE "workspace_invitations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "all_forms" BOOLEAN NOT NULL DEFAULT true,
    "form_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "token_hash" TEXT NOT NULL,
    "invited_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "workspace_invitations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "workspace_invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "people"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "workspace_invitations_token_hash_key" ON "workspace_invitations"("token_hash");
CREATE UNIQUE INDEX "workspace_invitations_user_id_email_key" ON "workspace_invitations"("user_id", "email");
CREATE INDEX "workspace_invitations_invited_by_idx" ON "workspace_invitations"("invited_by");

-- The secret of a person's authenticator app. It counts once it is confirmed.
CREATE TABLE "totps" (
    "person_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "totps_pkey" PRIMARY KEY ("person_id"),
    CONSTRAINT "totps_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A code that is used is deleted.
CREATE TABLE "recovery_codes" (
    "person_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("person_id", "code_hash"),
    CONSTRAINT "recovery_codes_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rp_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkeys_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_person_id_idx" ON "passkeys"("person_id");

-- The account of a person at another provider. The address there proves nothing.
CREATE TABLE "identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "identities_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "identities_person_id_idx" ON "identities"("person_id");

-- The first half of a sign-in in two steps, until its second half comes: a second factor, a passkey or a provider.
CREATE TABLE "sign_in_steps" (
    "id" UUID NOT NULL,
    "person_id" UUID,
    "purpose" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_steps_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sign_in_steps_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sign_in_steps_token_hash_key" ON "sign_in_steps"("token_hash");
CREATE INDEX "sign_in_steps_person_id_idx" ON "sign_in_steps"("person_id");
CREATE INDEX "sign_in_steps_expires_at_idx" ON "sign_in_steps"("expires_at");

-- A workspace beyond a person's first one has no address and no password. A column "name" would make statements of the
-- release before ambiguous that join forms with their accounts.
ALTER TABLE "users"
    ADD COLUMN "workspace_name" TEXT,
    ADD COLUMN "billing_email" TEXT,
    ADD COLUMN "requires_second_factor" BOOLEAN NOT NULL DEFAULT false,
    ALTER COLUMN "email" DROP NOT NULL,
    ALTER COLUMN "password_hash" SET DEFAULT '';

-- Sessions and mailed links belong to people. The release before reads "user_id", which is the account with the
-- person's id, if there is one.
ALTER TABLE "sessions"
    ADD COLUMN "person_id" UUID,
    ADD COLUMN "workspace_id" UUID,
    ALTER COLUMN "user_id" DROP NOT NULL;
ALTER TABLE "mail_tokens"
    ADD COLUMN "person_id" UUID,
    ALTER COLUMN "user_id" DROP NOT NULL;

ALTER TABLE "api_keys"
    ADD COLUMN "person_id" UUID,
    ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "audit_events" ADD COLUMN "person_id" UUID;
ALTER TABLE "submission_states" ADD COLUMN "assignee_id" UUID;

-- During a rolling update processes of two releases write these tables. Each trigger copies one way, and only what
-- differs, so that they end. The release after this one drops them. They stand before the copies below, so that no row
-- falls between.
CREATE FUNCTION "copy_user_to_person"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    IF NEW.plan = ''system'' OR NEW.email IS NULL THEN
        RETURN NULL\x3b
    END IF\x3b
    IF TG_OP = ''INSERT'' THEN
        INSERT INTO people (id, email, email_verified_at, password_hash, created_at)
            VALUES (NEW.id, NEW.email, NEW.email_verified_at, NEW.password_hash, NEW.created_at)
            ON CONFLICT (id) DO NOTHING\x3b
        INSERT INTO memberships (user_id, person_id, role, created_at)
            VALUES (NEW.id, NEW.id, ''owner'', NEW.created_at)
            ON CONFLICT DO NOTHING\x3b
    ELSE
        UPDATE people SET email = NEW.email, email_verified_at = NEW.email_verified_at, password_hash = nullif(NEW.password_hash, '''')
            WHERE id = NEW.id AND (email, email_verified_at, password_hash)
                IS DISTINCT FROM (NEW.email, NEW.email_verified_at, nullif(NEW.password_hash, ''''))\x3b
    END IF\x3b
    RETURN NULL\x3b
END ';
CREATE TRIGGER "copy_user_to_person" AFTER INSERT OR UPDATE OF email, email_verified_at, password_hash ON "users"
    FOR EACH ROW EXECUTE FUNCTION "copy_user_to_person"();

CREATE FUNCTION "copy_person_to_user"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    UPDATE users SET email = NEW.email, email_verified_at = NEW.email_verified_at, password_hash = coalesce(NEW.password_hash, '''')
        WHERE id = NEW.id AND (email, email_verified_at, password_hash)
            IS DISTINCT FROM (NEW.email, NEW.email_verified_at, coalesce(NEW.password_hash, ''''))\x3b
    RETURN NULL\x3b
END ';
CREATE TRIGGER "copy_person_to_user" AFTER UPDATE OF email, email_verified_at, password_hash ON "people"
    FOR EACH ROW EXECUTE FUNCTION "copy_person_to_user"();

-- The release before deletes an account and its person in one. This one deletes workspaces of people that stay, and
-- says so.
CREATE FUNCTION "delete_person_of_user"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    IF current_setting(''inlet.keeps_people'', true) IS DISTINCT FROM ''on'' THEN
        DELETE FROM people WHERE id = OLD.id AND NOT EXISTS (SELECT FROM memberships WHERE person_id = OLD.id AND user_id <> OLD.id)\x3b
    END IF\x3b
    RETURN NULL\x3b
END ';
CREATE TRIGGER "delete_person_of_user" AFTER DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "delete_person_of_user"();

-- The release before knows only "user_id", and this one only "person_id".
CREATE FUNCTION "set_person_of_row"() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
    NEW.person_id := coalesce(NEW.person_id, NEW.user_id)\x3b
    NEW.user_id := (SELECT id FROM users WHERE id = NEW.person_id)\x3b
    RETURN NEW\x3b
END ';
CREATE TRIGGER "set_person_of_session" BEFORE INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "set_person_of_row"();
CREATE TRIGGER "set_person_of_mail_token" BEFORE INSERT ON "mail_tokens" FOR EACH ROW EXECUTE FUNCTION "set_person_of_row"();

-- The system account has no person. The lock lets a change of an address or a password wait for this copy, and then the
-- trigger above copies that change.
INSERT INTO "people" ("id", "email", "email_verified_at", "password_hash", "created_at", "last_active_on")
    SELECT "id", "email", "email_verified_at", "password_hash", "created_at", "last_active_on" FROM "users"
    WHERE "plan" IS DISTINCT FROM 'system' FOR SHARE
    ON CONFLICT ("id") DO NOTHING;
INSERT INTO "memberships" ("user_id", "person_id", "role", "created_at")
    SELECT "id", "id", 'owner', "created_at" FROM "people"
    ON CONFLICT DO NOTHING;
-- safe because: a session is read and not written between two refreshes, and the table has a row for each open sign-in
UPDATE "sessions" SET "person_id" = "user_id", "workspace_id" = "user_id" WHERE "person_id" IS NULL;
-- safe because: the table has the mailed links of the last days alone
UPDATE "mail_tokens" SET "person_id" = "user_id" WHERE "person_id" IS NULL;
-- safe because: an account has at most a few keys
UPDATE "api_keys" SET "person_id" = "user_id" WHERE "user_id" IN (SELECT "id" FROM "people");

-- safe because: the trigger above fills it for the release before, and the table is as small as its update above
ALTER TABLE "sessions" ALTER COLUMN "person_id" SET NOT NULL;
-- safe because: the trigger above fills it for the release before, and the table is as small as its update above
ALTER TABLE "mail_tokens" ALTER COLUMN "person_id" SET NOT NULL;

ALTER TABLE "sessions"
    ADD CONSTRAINT "sessions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "sessions" VALIDATE CONSTRAINT "sessions_person_id_fkey";
ALTER TABLE "sessions"
    ADD CONSTRAINT "sessions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "sessions" VALIDATE CONSTRAINT "sessions_workspace_id_fkey";
ALTER TABLE "sessions"
    DROP CONSTRAINT "sessions_user_id_fkey",
    ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "sessions" VALIDATE CONSTRAINT "sessions_user_id_fkey";
ALTER TABLE "mail_tokens"
    ADD CONSTRAINT "mail_tokens_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "mail_tokens" VALIDATE CONSTRAINT "mail_tokens_person_id_fkey";
ALTER TABLE "mail_tokens"
    DROP CONSTRAINT "mail_tokens_user_id_fkey",
    ADD CONSTRAINT "mail_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "mail_tokens" VALIDATE CONSTRAINT "mail_tokens_user_id_fkey";
ALTER TABLE "api_keys"
    ADD CONSTRAINT "api_keys_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "api_keys" VALIDATE CONSTRAINT "api_keys_person_id_fkey";

CREATE INDEX CONCURRENTLY "sessions_person_id_idx" ON "sessions"("person_id");
CREATE INDEX CONCURRENTLY "sessions_workspace_id_idx" ON "sessions"("workspace_id");
CREATE INDEX CONCURRENTLY "mail_tokens_person_id_idx" ON "mail_tokens"("person_id");
CREATE INDEX CONCURRENTLY "api_keys_person_id_idx" ON "api_keys"("person_id");
CREATE INDEX CONCURRENTLY "submission_states_assigned" ON "submission_states"("form_id", "assignee_id", "received_at", "submission_id") WHERE assignee_id is not null;
