import { randomUUID } from 'node:crypto';
import { migrate } from '@inlet/db/migrate';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { firstRelease } from '#upgrades/first-release-data.test-setup.ts';
import { createOldDatabase, migrationNames } from '#upgrades/old-release.test-setup.ts';

const { formId } = firstRelease;

/** The statements of a worker of the release before confirmed addresses. */
async function store(client: pg.Client): Promise<string> {
  const id = randomUUID();
  await client.query(
    `with inserted as (
       insert into submissions (id, form_id, created_at, data, origin, user_agent, is_spam, subject, reply_to, spam,
         checking_since, rule_errors, rules_version)
       values ($1, $2, now(), '{"email":"old@example.com"}', null, null, false, null, null, null, null, null, null)
       returning id, form_id
     )
     select record_changes(array['created'], array[inserted.id], array[form_id], array[user_id])
     from inserted join forms on forms.id = form_id`,
    [id, formId],
  );
  return id;
}
const takeReplies = async (client: pg.Client) => {
  const { rows } = await client.query<{ ids: string[] }>(
    `delete from notices where purpose = 'reply' and id = any (array(
       select id from notices where purpose = 'reply' order by id limit 20
     )) returning ids`,
  );
  return rows.flatMap(({ ids }) => ids);
};
const noteReply = async (client: pg.Client) => {
  const { rowCount } = await client.query(
    `insert into auto_replies (form_id, day, address_hash, at)
     select $1, (now() at time zone 'UTC')::date, '\\x01', now()
     where (select count(*) from auto_replies where address_hash = '\\x01' and day = (now() at time zone 'UTC')::date) < 5
     on conflict do nothing`,
    [formId],
  );
  return rowCount;
};

it('a worker of the release before goes on answering, and leaves questions to a new one', async () => {
  const { url, client } = await createOldDatabase(migrationNames.indexOf('0052_confirmed_addresses'));
  await client.query(
    `insert into notifications (form_id, mode, auto_reply, auto_reply_subject, auto_reply_body)
     values ($1, 'instant', true, 'Thank you', 'Soon')
     on conflict (form_id) do update set mode = 'instant', auto_reply = true`,
    [formId],
  );
  const before = await store(client);
  expect(await noteReply(client)).toBe(1);
  await migrate(url);
  const meanwhile = await store(client);
  expect(await takeReplies(client)).toEqual([before, meanwhile]);
  expect(await noteReply(client)).toBe(0);
  const { rows } = await client.query(
    'select confirmation, confirmed_at, visitor_language from submissions where id = any ($1)',
    [[before, meanwhile]],
  );
  expect(rows).toEqual(Array(2).fill({ confirmation: null, confirmed_at: null, visitor_language: null }));

  await client.query('delete from notices');
  await client.query('update notifications set confirm_addresses = true, notify_confirmed = true');
  const asked = await store(client);
  expect(await takeReplies(client)).toEqual([]);
  const left = await client.query('select purpose, ids from notices');
  expect(left.rows).toEqual([{ purpose: 'confirm', ids: [asked] }]);
});
