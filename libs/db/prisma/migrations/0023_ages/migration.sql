-- When a lesson had the token last. What was learned before the upgrade counts as learned on its day.
ALTER TABLE "spam_tokens" ADD COLUMN "learned_on" DATE NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- safe because: only the learning of marks writes here, in the background, and it waits for a few seconds.
CREATE INDEX "spam_tokens_learned_on_idx" ON "spam_tokens"("learned_on");
