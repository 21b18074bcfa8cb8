import { EventEmitter } from 'node:events';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { redisKeys } from '@inlet/redis/keys';
import { expect, it } from 'vitest';
import { createLiveStreams, type LiveStreamsOptions } from '#inbox/live/live-streams.ts';

const formId = '01934f6e-5a7c-7000-8000-00000000f000';

it('a new stream gets its first total with the next round, so that no older total follows a newer one', async () => {
  const { live, store, open } = setUp();
  const [first, second] = [open(), open()];
  store(2);
  await live.tellChanged();
  expect([first.totals(), second.totals()]).toEqual([[2], [2]]);
  const third = open();
  await live.tellChanged();
  expect([first.totals(), third.totals()]).toEqual([[2], [2]]);
});

it('a new stream gets its first total later if the database is away', async () => {
  const { live, breakDown, open } = setUp();
  const stream = open();
  const repair = breakDown();
  await expect(live.tellChanged()).rejects.toThrow('away');
  repair();
  await live.tellChanged();
  expect(stream.totals()).toEqual([1]);
});

/** Streams of a form with one submission, without Redis. */
function setUp() {
  let total = 1;
  let isAway = false;
  const query = async ({ name, values }: { name: string; values: readonly (readonly string[])[] }) => {
    if (isAway) throw new Error('The database is away');
    if (name === 'inbox-totals') return { rows: [{ formId, total }] };
    return { rows: values[0]?.map((_, row) => ({ row })) };
  };
  const live = createLiveStreams({
    pool: { query },
    plans: { areSold: false },
    redisUrl: 'redis://127.0.0.1:1',
    redisPrefix: '',
    keys: redisKeys('test'),
    metrics: createMetrics('test'),
    logger: createLogger({ service: 'test', level: 'silent' }),
  } as unknown as LiveStreamsOptions);
  return {
    live,
    store: (next: number) => {
      total = next;
    },
    breakDown: () => {
      isAway = true;
      return () => {
        isAway = false;
      };
    },
    open: () => {
      let text = '';
      const write = (chunk: Buffer) => {
        text += chunk;
      };
      const response = Object.assign(new EventEmitter(), { write, writeHead: () => undefined, writableLength: 0 });
      const caller = { kind: 'key', keyId: formId };
      live.open(response as never, { formId, userId: formId, caller } as never);
      return { totals: () => [...text.matchAll(/"total":(\d+)/g)].map(([, count]) => Number(count)) };
    },
  };
}
