-- That an address of the waitlist got its mail, so that it gets no second one. A hash is all that is needed.
CREATE TABLE "waitlist_mails" (
    "address_hash" BYTEA NOT NULL,
    "mailed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "waitlist_mails_pkey" PRIMARY KEY ("address_hash")
);

CREATE INDEX "waitlist_mails_mailed_at_idx" ON "waitlist_mails"("mailed_at");
