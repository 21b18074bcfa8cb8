-- Erasures by email address. The address is sealed, and gone when an erasure is done.
CREATE TABLE "erasures" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "sealed" BYTEA,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "progress" JSON,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "mentions" JSONB NOT NULL DEFAULT '[]',
    "mention_count" INTEGER NOT NULL DEFAULT 0,
    "receipt" TEXT,
    "holder" UUID,
    "held_until" TIMESTAMPTZ(3),
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);

-- What an erasure has found, written before it is erased.
CREATE TABLE "erasure_finds" (
    "erasure_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "form_id" UUID,

    CONSTRAINT "erasure_finds_pkey" PRIMARY KEY ("erasure_id","kind","key")
);

-- CreateIndex
CREATE INDEX "erasures_user_id_requested_at_id_idx" ON "erasures"("user_id", "requested_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "erasures_unfinished" ON "erasures"("requested_at") WHERE (state <> 'done');

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erasure_finds" ADD CONSTRAINT "erasure_finds_erasure_id_fkey" FOREIGN KEY ("erasure_id") REFERENCES "erasures"("id") ON DELETE CASCADE ON UPDATE CASCADE;
