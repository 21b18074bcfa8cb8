import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it } from 'vitest';
import { addForm, countsOf, hotPath, openApi, reservedOf, untilDrained } from '#house/house.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

const ofEachKind = 20;

it('judges the next submission by what its owner has just set, and learns what the owner marks', async () => {
  const house = await startFleets(1, { services: hotPath });
  const { urls, database } = house;
  const ingests = [urls.ingest, await house.startApart('ingest', {})];
  const { prisma } = database;
  const form = await addForm(house);
  const ask = await openApi(house, form.userId);
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await ask(`${method} /api/v1/forms/${form.id}${path}`, body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  const sendOne = openSender(10);
  let sent = 0;
  async function send(message: string): Promise<string> {
    sent += 1;
    const { body } = await sendOne(ingests[sent % 2] ?? '', form.endpointId, { name: `Visitor ${sent}`, message });
    return body.submissionId ?? '';
  }
  const verdictOf = async (id: string) => {
    await untilDrained(house);
    return prisma.submission.findUniqueOrThrow({ where: { id }, select: { isSpam: true, spam: true } });
  };

  // Each change applies to submissions after its response, whatever the worker and both ingest processes knew before.
  expect(await verdictOf(await send('Casino'))).toEqual({ isSpam: false, spam: null });
  for (const word of ['casino', 'lottery']) {
    await call('PATCH', '/spam', { blockList: [word] });
    const { isSpam, spam } = await verdictOf(await send(`A ${word} for you`));
    expect([isSpam, spam]).toMatchObject([true, { reasons: [{ name: 'blocked' }] }]);
  }
  expect(await verdictOf(await send('A casino once more'))).toMatchObject({ isSpam: false });
  const areFree = async () => (await reservedOf(house, form)) === 2;
  await waitUntil(areFree, { what: 'both places in the month to be free again' });
  expect(await countsOf(house, form)).toEqual({ rows: 4, total: 2, days: 2, usage: 2 });

  const [spam, good]: [string[], string[]] = [[], []];
  for (let n = 0; n < ofEachKind; n += 1) {
    spam.push(await send(`Cheap backlinks and SEO rank number ${n} for your website`));
    good.push(await send(`Could you send me a quote for ${n} chairs?`));
  }
  await untilDrained(house);
  await call('POST', '/submissions/mark', { ids: spam, isSpam: true });
  await call('POST', '/submissions/mark', { ids: good, isSpam: false });
  const isActive = async () => ((await call('GET', '/spam')).learned as { isActive: boolean }).isActive;
  await waitUntil(isActive, { what: 'the filter to be active' });
  const isJudged = async () => (await verdictOf(await send('Cheap backlinks for your website'))).isSpam;
  await waitUntil(isJudged, { what: 'the worker to judge by the filter', intervalMs: 500 });
  const last = await verdictOf(await send('Could you send me a quote for a chair?'));
  expect(last).toEqual({ isSpam: false, spam: null });
});
