import type { maximumAges } from '@inlet/contracts/maximum-ages';
import { privileges } from '@inlet/db/privileges';
import { expect, it } from 'vitest';

/** How long each table keeps a row: its line in the table of ages, or what takes the row along when it goes. */
const ages: Readonly<
  Record<string, keyof typeof maximumAges | 'account' | 'form' | 'submission' | 'installation' | 'its work'>
> = {
  users: 'account',
  sessions: 'sessions',
  api_keys: 'keys',
  mail_tokens: 'mailedLinks',
  invitations: 'invitations',
  audit_events: 'audit',
  forms: 'account',
  submissions: 'submissions',
  submission_states: 'submission',
  form_columns: 'form',
  saved_views: 'form',
  search_fills: 'searchIndex',
  search_texts: 'searchIndex',
  search_indexes: 'searchIndex',
  search_segments: 'searchIndex',
  search_marks: 'searchIndex',
  search_blocks: 'searchIndex',
  dead_submissions: 'dead',
  stored_batches: 'directBatches',
  direct_batches: 'directBatches',
  form_deletions: 'its work',
  retention_runs: 'form',
  submission_deletions: 'its work',
  deletion_pieces: 'its work',
  form_totals: 'form',
  daily_form_counters: 'dailyCounts',
  daily_origin_counters: 'dailyCounts',
  daily_refusal_counters: 'dailyCounts',
  monthly_usage: 'account',
  quotas: 'account',
  uploads: 'uploads',
  files: 'submission',
  products: 'installation',
  prices: 'installation',
  outbox: 'its work',
  pending_mails: 'its work',
  subscriptions: 'account',
  checkouts: 'account',
  spots: 'installation',
  stripe_events: 'stripeEvents',
  targets: 'form',
  deliveries: 'deliveries',
  delivery_attempts: 'attempts',
  replays: 'attempts',
  change_heads: 'account',
  changes: 'changes',
  notifications: 'form',
  recipients: 'recipients',
  notices: 'notices',
  auto_replies: 'autoReplies',
  suppressions: 'suppressions',
  usage_mails: 'account',
  spam_settings: 'form',
  spam_models: 'account',
  spam_tokens: 'spamWords',
  spam_lessons: 'lessons',
  spam_checks: 'its work',
  erasures: 'erasures',
  erasure_finds: 'erasures',
  installation: 'installation',
};

it('every table has an age, or goes with something else', () => {
  const tables = Object.keys(privileges).filter((table) => table !== '_prisma_migrations');
  expect(Object.keys(ages).toSorted()).toEqual(tables.toSorted());
});
