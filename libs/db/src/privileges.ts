/** The services that use the database, each by a role of its own. */
export const serviceRoles = ['account', 'worker'] as const;
export type ServiceRole = (typeof serviceRoles)[number];

const everything = ['select', 'insert', 'update', 'delete'];
const ofAccount = { account: everything, worker: [] };

/**
 * The privileges of each service on each table, and nothing beyond. Triggers run with the rights of the statement that
 * fires them, so the tables they touch are listed too; cascading deletes run as the tables' owner. Two releases may
 * share one schema: a privilege that only the previous release needs is removed one release later.
 */
export const privileges: Readonly<Record<string, Readonly<Record<ServiceRole, readonly string[]>>>> = {
  // At startup, services wait for the migrations of their release.
  _prisma_migrations: { account: ['select'], worker: ['select'] },

  // A delivery needs the plan of its account, and a change of a counter the lane.
  users: { account: everything, worker: ['select (id, plan, time_zone, lane)'] },
  people: ofAccount,
  memberships: ofAccount,
  membership_forms: ofAccount,
  workspace_invitations: ofAccount,
  totps: ofAccount,
  recovery_codes: ofAccount,
  passkeys: ofAccount,
  identities: ofAccount,
  sign_in_steps: ofAccount,
  sessions: ofAccount,
  api_keys: ofAccount,
  mail_tokens: ofAccount,
  invitations: ofAccount,
  // Audit entries are never changed.
  audit_events: { account: ['select', 'insert', 'delete'], worker: [] },
  products: ofAccount,
  prices: ofAccount,
  subscriptions: ofAccount,
  checkouts: ofAccount,
  spots: ofAccount,
  stripe_events: ofAccount,
  // The worker tells account that it disabled a target.
  outbox: { account: everything, worker: ['insert'] },
  // The worker writes the mails about submissions in the transaction that deletes the names in them.
  pending_mails: { account: everything, worker: ['select', 'insert', 'delete'] },
  submission_deletions: ofAccount,
  deletion_pieces: ofAccount,

  // The worker reads a form's owner, whether it still exists, its retention, its name, field roles and language for a
  // mail or a delivery, its times and its number, and what a check-up compares with a page.
  forms: {
    account: everything,
    worker: [
      `select (id, user_id, name, retention_days, field_roles, language, max_submissions, max_submissions_version,
        endpoint_id, allowed_origins, is_active, takes_files, opens_at, closes_at)`,
    ],
  },
  // Account imports, deletes and marks submissions for their owner, and notes that a visitor has confirmed an address; the
  // worker asks for it. No service changes their content.
  submissions: {
    account: [
      'select',
      'insert (id, form_id, created_at, data, origin, import_id)',
      'update (is_spam, marked_at, spam, checking_since, confirmed_at)',
      'delete',
    ],
    worker: ['select', 'insert', 'update (is_spam, spam, checking_since, confirmation)', 'delete'],
  },
  // The retention of imported submissions counts from their import. A trigger counts deleted ones with its own rights.
  imports: { account: everything, worker: ['select'] },
  // A trigger deletes the state of a deleted submission. An erasure reads notes.
  submission_states: { account: everything, worker: ['select', 'delete'] },
  form_columns: ofAccount,
  // Mails name fields by their labels.
  form_rules: { account: everything, worker: ['select'] },
  saved_views: { account: everything, worker: ['select'] },
  form_totals: { account: ['select', 'insert', 'update'], worker: everything },
  daily_form_counters: { account: ['select'], worker: everything },
  daily_origin_counters: { account: ['select'], worker: everything },
  // Account starts check-ups, and the worker does them, starts the weekly ones and removes old ones.
  form_checks: { account: ['select', 'insert'], worker: everything },
  form_check_settings: { account: everything, worker: ['select', 'update (next_at, turned_bad_at)'] },
  // Account counts the views, and the worker removes old rows.
  daily_page_views: { account: ['select', 'insert', 'update'], worker: ['select', 'delete'] },
  // Account stores what Redis counts, and the worker removes old rows.
  daily_refusal_counters: { account: ['select', 'insert', 'update'], worker: ['select', 'delete'] },
  // Released spam counts in the month, and an account's usage is deleted with it.
  monthly_usage: { account: everything, worker: ['select', 'insert', 'update'] },
  // Storage for files. The previous release uses the months.
  quotas: { account: everything, worker: ['select', 'insert', 'update (direct)'] },
  // Account opens and cancels an upload; the worker attaches or removes it. Account of the previous release deletes it.
  uploads: {
    account: ['select', 'insert', 'update (is_closing)', 'delete'],
    worker: ['select', 'update (is_closing)', 'delete'],
  },
  // Only the worker deletes the bytes.
  files: {
    account: ['select', 'update (state, changed_at)'],
    worker: ['select', 'insert', 'update (state, changed_at)', 'delete'],
  },
  // Account counts the usage of its months from them.
  stored_batches: { account: ['select'], worker: everything },
  direct_batches: { account: ['select'], worker: everything },
  dead_submissions: { account: ['select'], worker: everything },
  // Account notes when a form was searched, and the worker indexes older texts. Triggers have their own rights.
  search_fills: { account: ['select', 'insert', 'update (searched_at)'], worker: ['select', 'update', 'delete'] },
  search_texts: { account: ['select'], worker: ['select', 'insert', 'delete'] },
  // The search index of the previous release. A trigger on submissions notes deleted rows in it.
  search_indexes: {
    account: ['select', 'insert', 'update (row_count, outdated_since, searched_at)'],
    worker: ['select', 'update', 'delete'],
  },
  search_segments: { account: ['select'], worker: ['select', 'insert', 'delete'] },
  search_marks: { account: ['select', 'update (row_count)'], worker: ['select', 'insert', 'update'] },
  search_blocks: { account: ['select'], worker: ['select', 'insert', 'delete'] },
  form_deletions: { account: ['select', 'insert'], worker: ['select', 'update', 'delete'] },
  retention_runs: { account: [], worker: everything },

  // Account manages the targets, and the worker their health. Either may cause a delivery through `record_changes`.
  targets: {
    account: everything,
    worker: [
      'select',
      'update (state, state_reason, stopped_at, failure_streak, failing_since, next_attempt_at, takes_long, last_success_at, last_failure_at)',
    ],
  },
  deliveries: { account: everything, worker: everything },
  delivery_attempts: { account: ['select', 'delete'], worker: ['select', 'insert', 'delete'] },
  replays: { account: everything, worker: ['select', 'update', 'delete'] },
  change_heads: { account: ['select', 'insert', 'update'], worker: everything },
  changes: { account: ['select', 'insert'], worker: ['select', 'insert', 'delete'] },

  // `record_changes` sets when the next mail of a form is due, and the worker when it was sent.
  notifications: { account: everything, worker: ['select', 'update (due_at, last_mail_at)'] },
  recipients: { account: everything, worker: ['select'] },
  notices: { account: ['select', 'insert'], worker: everything },
  auto_replies: { account: [], worker: everything },
  // The worker receives refusals of a mail server, and account the reports of a provider. An erasure leaves a hash of
  // the address.
  suppressions: { account: everything, worker: everything },
  usage_mails: ofAccount,
  waitlist_mails: ofAccount,

  // Account takes requests; the worker erases, repeats erasures after a restore, and deletes its findings.
  erasures: { account: ['select', 'insert', 'update (sealed)', 'delete'], worker: ['select', 'insert', 'update'] },
  erasure_finds: { account: [], worker: everything },

  // The migration inserts its only row.
  installation: { account: ['select', 'update'], worker: [] },

  spam_settings: { account: everything, worker: ['select'] },
  spam_models: { account: ['select', 'insert'], worker: everything },
  spam_tokens: { account: [], worker: everything },
  spam_lessons: { account: ['select', 'insert', 'update'], worker: everything },
  spam_checks: { account: ['select', 'delete'], worker: everything },
};

/** Functions that run with the rights of the tables' owner, and the services that may call them. */
export const functionRights: Readonly<Record<string, readonly ServiceRole[]>> = {
  // The worker creates and drops partitions.
  'keep_partitions()': ['worker'],
};
