import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blockListMax } from '@inlet/contracts/spam';
import type { Form } from '@inlet/db/client';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { addForm, openApi, postJson, untilDrained } from '#house/house.test-setup.ts';

const honestLeast = 20;
/** Below the plan's monthly limit. */
const honestMost = 900;
const storedMaxMs = 2_000;

interface Attack {
  /** The settings of the attacked form's owner. */
  readonly settings?: readonly (readonly [request: string, body: object])[];
  readonly fields: object;
  readonly times: number;
  /** Reads the similar submissions of what was sent. */
  readonly reads?: boolean;
}

const manyTimes = Array.from({ length: 2_400 }, () => '{{a}}');
const target = (kind: string) =>
  ['POST /targets', { kind, url: 'https://receiver.test/hook', template: manyTimes }] as const;
const repeated = (text: string, length: number) => text.repeat(length).slice(0, length);

const attacks: Readonly<Record<string, Attack>> = {
  'text that looks like addresses, for Akismet': {
    settings: [['PATCH /spam', { akismet: { key: 'fakefakefake', site: 'https://website.test' } }]],
    fields: { message: `${repeated('@.', 19_800)} ` },
    times: 20,
  },
  'text that looks like addresses, compared with others': {
    fields: { message: `${repeated('@.', 6_000)} ` },
    times: 20,
    reads: true,
  },
  'a field of 990 kB 2,400 times in a request': {
    settings: [target('custom')],
    fields: { a: repeated('M', 990_000) },
    times: 5,
  },
  'a list of many parts 2,400 times in a message': {
    settings: [target('mattermost')],
    fields: { a: Array.from({ length: 1_000 }, () => repeated('*_', 900)) },
    times: 5,
  },
  'line breaks in a message': { settings: [target('mattermost')], fields: { a: repeated('\n', 490_000) }, times: 5 },
  'the longest block list': {
    settings: [
      ['PATCH /spam', { blockList: Array.from({ length: blockListMax }, (_, n) => repeated('a', 2 + (n % 198))) }],
    ],
    fields: { message: repeated('a', 19_900) },
    times: 100,
  },
};

/** The receiver of all requests that the worker sends to other machines. */
async function startClosedProxy(): Promise<string> {
  const proxy = createServer().on('connect', (_request, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

function submit({ urls }: Fleets, form: Form, fields: object, from: number): Promise<Response> {
  return postJson(`${urls.ingest}/f/${form.endpointId}`, fields, { 'x-forwarded-for': `203.0.113.${from}` });
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return Math.round(performance.now() - startMs);
}

it.each(Object.entries(attacks))(
  'submissions to others are stored in time: %s',
  { timeout: 300_000 },
  async (name, attack) => {
    const environment = { TRUSTED_PROXIES: '1' };
    const house = await startFleets(1, { services: ['account', 'ingest'], environment });
    const worker = await house.startApart('worker', { EGRESS_PROXY: await startClosedProxy() });
    const [attacked, other] = [await addForm(house, { plan: 'pro' }), await addForm(house)];
    const call = await openApi(house, attacked.userId);
    const ofForm = `/api/v1/forms/${attacked.id}`;
    for (const [request, body] of attack.settings ?? []) {
      const answer = await call(request.replace(' ', ` ${ofForm}`), body);
      expect(answer.status, await answer.text()).toBeLessThan(300);
    }
    const { prisma } = house.database;
    const store = () =>
      elapsedMs(async () => {
        const answer = await submit(house, other, { message: 'Hello' }, 250);
        const { submissionId } = (await answer.json()) as { submissionId: string };
        const isStored = async () => (await prisma.submission.count({ where: { id: submissionId } })) === 1;
        await waitUntil(isStored, { intervalMs: 10, what: 'the submission to be stored' });
      });
    const live = (url: string) => elapsedMs(async () => expect((await fetch(`${url}/livez`)).status).toBe(200));
    await store();

    const times = Array.from({ length: attack.times }, (_, n) => n);
    const all = times.map(async (n) => {
      const answer = await submit(house, attacked, attack.fields, n);
      expect(answer.status).toBe(200);
      const { submissionId } = (await answer.json()) as { submissionId: string };
      if (!attack.reads) return;
      await waitUntil(async () => (await call(`GET ${ofForm}/submissions/${submissionId}/similar`)).status === 200);
    });
    let isSent = false;
    const sending = Promise.all(all).finally(() => {
      isSent = true;
    });
    // A failure is noticed at the end, after the honest submissions.
    sending.catch(() => undefined);
    const targets = (await prisma.target.findMany({ where: { formId: attacked.id } })).map(({ id }) => id);
    const isWorkedOff = async () => {
      const asked = await prisma.spamCheck.count({ where: { formId: attacked.id, attempts: 0 } });
      const attempts = await prisma.deliveryAttempt.count({ where: { targetId: { in: targets } } });
      return isSent && asked === 0 && attempts >= targets.length * attack.times;
    };
    const slowest = { storedMs: 0, workerMs: 0, accountMs: 0 };
    let honest = 0;
    for (; honest < honestLeast || (honest < honestMost && !(await isWorkedOff())); honest += 1) {
      const [storedMs, workerMs, accountMs] = await Promise.all([store(), live(worker), live(house.urls.account)]);
      slowest.storedMs = Math.max(slowest.storedMs, storedMs);
      slowest.workerMs = Math.max(slowest.workerMs, workerMs);
      slowest.accountMs = Math.max(slowest.accountMs, accountMs);
    }
    await sending;
    await untilDrained(house);
    console.log(`${name}: the slowest of ${honest}`, slowest);
    expect(slowest.storedMs).toBeLessThan(storedMaxMs);
    expect(slowest.workerMs).toBeLessThan(storedMaxMs);
    expect(slowest.accountMs).toBeLessThan(storedMaxMs);
    expect(await prisma.submission.count({ where: { formId: attacked.id } })).toBe(attack.times);
  },
);
