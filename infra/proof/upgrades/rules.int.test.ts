import { randomUUID } from 'node:crypto';
import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { callerOf, postJson } from '#house/house.test-setup.ts';
import { firstRelease, refresh } from '#upgrades/first-release-data.test-setup.ts';
import { createOldDatabase, migrationNames } from '#upgrades/old-release.test-setup.ts';

const { formId, endpointId } = firstRelease;

/** The statement of a worker of the release before rules. */
const storeBefore = (client: pg.Client, id: string) =>
  client.query(
    `insert into submissions (id, form_id, created_at, data, origin, user_agent, is_spam, subject, reply_to, spam,
       checking_since) values ($1, $2, now(), '{"email":"old"}', null, null, false, null, null, null, null)`,
    [id, formId],
  );

it('submissions from before rules, and of a worker of the release before, are judged by none', async () => {
  const { url, client } = await createOldDatabase(migrationNames.indexOf('0047_rules'));
  const [earlier, meanwhile] = [randomUUID(), randomUUID()];
  await storeBefore(client, earlier);
  await migrate(url);
  await storeBefore(client, meanwhile);
  const { urls } = await startFleets(1, { databaseUrl: url });
  const call = callerOf(urls.gateway, await refresh(urls.gateway));

  const rules = { mode: 'warn', unknown: 'keep', fields: [{ name: 'email', type: 'email' }] };
  expect(await (await call(`PUT /api/v1/forms/${formId}/rules`, rules)).json()).toMatchObject({ version: 1 });
  const sent = await postJson(`${urls.gateway}/api/forms/${endpointId}`, { email: 'new' });
  expect(sent.status).toBe(200);
  const { submissionId } = (await sent.json()) as { submissionId: string };
  const read = async (id: string) => {
    const answer = await call(`GET /api/v1/forms/${formId}/submissions/${id}`);
    return answer.status === 200 ? ((await answer.json()) as object) : null;
  };
  expect(await waitUntil(() => read(submissionId), { what: 'the submission to be stored' })).toMatchObject({
    ruleErrors: [{ field: 'email', code: 'TYPE_EMAIL' }],
    rulesVersion: 1,
  });
  for (const id of [earlier, meanwhile]) expect(await read(id)).toMatchObject({ ruleErrors: null, rulesVersion: null });
  const broken = await (await call(`GET /api/v1/forms/${formId}/submissions?ruleErrors=true`)).json();
  expect(broken).toMatchObject({ total: 1, submissions: [{ id: submissionId }] });
});
