import { randomUUID } from 'node:crypto';
import { migrate } from '@inlet/db/migrate';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { firstRelease } from '#upgrades/first-release-data.test-setup.ts';
import { createOldDatabase, migrationNames } from '#upgrades/old-release.test-setup.ts';

/** What account and worker of the release before write. */
async function writeBefore(client: pg.Client): Promise<void> {
  const [target, submission] = [randomUUID(), randomUUID()];
  await client.query(
    `insert into targets (id, form_id, kind, name, sealed, events, fields)
     values ($1, $2, 'webhook', 'Webhook', '', array['submission.created'], array[]::text[])`,
    [target, firstRelease.formId],
  );
  const recipient = randomUUID();
  await client.query('insert into recipients (id, form_id, email) values ($1, $2, $3)', [
    recipient,
    firstRelease.formId,
    `${recipient}@example.com`,
  ]);
  await client.query(
    `insert into deliveries (target_id, event_id, type, submission_id, occurred_at, due_at, replay_id)
     values ($1, $2, 'submission.created', $2, now(), now(), null)`,
    [target, submission],
  );
}

it('what is from before conditions always goes out, and so does what the release before still writes', async () => {
  const { url, client } = await createOldDatabase(migrationNames.indexOf('0051_routing'));
  await writeBefore(client);
  await migrate(url);
  await writeBefore(client);
  const { rows } = await client.query(
    `select targets.conditions as target, recipients.conditions as recipient, is_named as named
     from deliveries join targets on targets.id = target_id join recipients on recipients.form_id = targets.form_id
     where recipients.email = recipients.id || '@example.com'`,
  );
  expect(rows).toEqual(Array(4).fill({ target: null, recipient: null, named: false }));
});
