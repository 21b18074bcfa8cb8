import { randomUUID } from 'node:crypto';
import type { Refusal } from '@inlet/contracts/refusals';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { countRefused, readLimitRefusals, readRefusalCounts, readRefusals, writeRefusals } from '#refusals.ts';

const daySeconds = 86_400;

/** Only the clock is fake; connections use real timers. */
function setTime(time: string): void {
  vi.setSystemTime(new Date(time));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  setTime('2026-11-20T12:00:00Z');
});

const refusal = (origin: string): Refusal => ({ reason: 'too_large', at: new Date().toISOString(), origin });

async function open() {
  const { redis, keys } = await openTestRedis();
  const formId = randomUUID();
  return {
    redis,
    keys,
    formId,
    write: (counts: Record<string, number>, origins: readonly string[] = []) =>
      writeRefusals(redis, keys, [{ formId, counts, latest: origins.map(refusal) }]),
    read: () => readRefusals(redis, keys, formId),
  };
}

describe('the refusals of a form', () => {
  it('are none where nothing was refused', async () => {
    const { read } = await open();
    expect(await read()).toEqual({ counts: {}, latest: [] });
  });

  it('are its own, although several forms are written down at once', async () => {
    const { redis, keys, formId, read } = await open();
    const other = randomUUID();
    await writeRefusals(redis, keys, [
      { formId, counts: { too_large: 2 }, latest: [refusal('https://a.example')] },
      { formId: other, counts: { too_large: 5 }, latest: [] },
    ]);
    expect(await read()).toEqual({
      counts: { too_large: 2 },
      latest: [{ reason: 'too_large', at: '2026-11-20T12:00:00.000Z', origin: 'https://a.example' }],
    });
    expect(await readRefusals(redis, keys, other)).toEqual({ counts: { too_large: 5 }, latest: [] });
  });

  it('are written once, however often they come under the same id', async () => {
    const { redis, keys, formId, read } = await open();
    const notes = [{ formId, counts: { too_large: 2 }, latest: [refusal('https://a.example')] }];
    for (const id of ['first', 'first', 'second']) await writeRefusals(redis, keys, notes, id);
    const { counts, latest } = await read();
    expect({ counts, latest: latest.length }).toEqual({ counts: { too_large: 4 }, latest: 2 });
  });

  it('are listed with the latest first, across several writings', async () => {
    const { write, read } = await open();
    await write({ too_large: 2 }, ['1', '2']);
    await write({ too_large: 2 }, ['3', '4']);
    expect((await read()).latest.map(({ origin }) => origin)).toEqual(['4', '3', '2', '1']);
  });

  it('keep the latest 500 one by one, and count all', async () => {
    const { redis, keys, formId, write, read } = await open();
    const origins = Array.from({ length: 400 }, (_, n) => String(n));
    await write({ too_large: 400 }, origins);
    await write({ too_large: 400 }, origins);
    const { counts, latest } = await read();
    expect(counts).toEqual({ too_large: 800 });
    expect(latest.map(({ origin }) => origin)).toEqual([...origins.toReversed(), ...origins.slice(300).toReversed()]);
    expect(await redis.llen(keys.refusals(formId))).toBe(500);
  });

  it('are summed over seven days by reason, and older ones are left out', async () => {
    const { write, read } = await open();
    setTime('2026-11-13T11:00:00Z');
    await write({ too_large: 100 }, ['too old']);
    setTime('2026-11-14T13:00:00Z');
    await write({ too_large: 1, rate_limited: 2 }, ['six days ago']);
    setTime('2026-11-20T12:00:00Z');
    await write({ too_large: 10 }, ['today']);
    const { counts, latest } = await read();
    expect(counts).toEqual({ too_large: 11, rate_limited: 2 });
    expect(latest.map(({ origin }) => origin)).toEqual(['today', 'six days ago']);
  });

  it('leave Redis by themselves after a week', async () => {
    const { redis, keys, formId, write } = await open();
    await write({ too_large: 1 }, ['a']);
    const [list, counts] = [keys.refusals(formId), keys.refusalCounts(formId, '2026-11-20')];
    expect(await redis.ttl(list)).toBeGreaterThan(7 * daySeconds - 60);
    expect(await redis.ttl(list)).toBeLessThanOrEqual(7 * daySeconds);
    // The first day of seven still counts in its last hour.
    expect(await redis.ttl(counts)).toBeGreaterThan(8 * daySeconds - 60);
    expect(await redis.ttl(counts)).toBeLessThanOrEqual(8 * daySeconds);
  });
});

describe('the counts of refusals', () => {
  it('are read by day, for all forms that have any', async () => {
    const { redis, keys, formId, write } = await open();
    await write({ too_large: 2 });
    await write({ too_large: 1, rate_limited: 4 });
    setTime('2026-11-21T00:00:00Z');
    await write({ too_large: 8 });
    const read = async (day: string) => {
      const pages = [];
      for await (const page of readRefusalCounts(redis, keys, day)) pages.push(...page);
      return pages;
    };
    expect(await read('2026-11-20')).toEqual([{ formId, counts: { too_large: 3, rate_limited: 4 } }]);
    expect(await read('2026-11-21')).toEqual([{ formId, counts: { too_large: 8 } }]);
    expect(await read('2026-11-19')).toEqual([]);
  });

  it('are summed over seven days for a reason', async () => {
    const { redis, keys, formId, write } = await open();
    await write({ too_large: 1 });
    setTime('2026-11-21T00:00:00Z');
    await write({ too_large: 2, rate_limited: 9 });
    setTime('2026-11-27T23:00:00Z');
    await write({ too_large: 4 });
    const absent = randomUUID();
    const counted = await countRefused(redis, keys, [formId, absent], 'too_large');
    expect([...counted]).toEqual([
      [formId, 6],
      [absent, 0],
    ]);
  });
});

describe('the refusals by the limits of a month', () => {
  const read = async ({ redis, keys, formId }: Awaited<ReturnType<typeof open>>) => {
    const [found] = await readLimitRefusals(redis, keys, [formId]);
    return found && { days: Object.fromEntries(found.days), began: found.began };
  };

  it('are counted for today and yesterday, since the first one', async () => {
    const form = await open();
    setTime('2026-11-18T23:59:00Z');
    const { redis, keys, formId, write } = form;
    const at = '2026-11-18T23:58:59.500Z';
    const latest = [refusal('a'), { reason: 'submission_limit_reached', at, origin: null }];
    await writeRefusals(redis, keys, [{ formId, counts: { too_large: 1, submission_limit_reached: 1 }, latest }]);
    setTime('2026-11-19T10:00:00Z');
    await write({ submission_limit_reached: 300, too_large: 5 });
    setTime('2026-11-20T10:00:00Z');
    await write({ byte_limit_reached: 2, submission_limit_reached: 4, origin_not_allowed: 9 });
    expect(await read(form)).toEqual({ days: { '2026-11-19': 300, '2026-11-20': 6 }, began: at });
  });

  it('begin anew with the month', async () => {
    const form = await open();
    setTime('2026-11-30T23:00:00Z');
    await form.write({ submission_limit_reached: 7 });
    setTime('2026-12-01T00:10:00Z');
    expect(await read(form)).toEqual({ days: { '2026-12-01': 0 }, began: null });
    await form.write({ submission_limit_reached: 1 });
    expect(await read(form)).toEqual({ days: { '2026-12-01': 1 }, began: '2026-12-01T00:10:00.000Z' });
    const ttl = await form.redis.ttl(form.keys.refusalsBegan(form.formId, '2026-12'));
    expect(ttl).toBeGreaterThan(31 * daySeconds);
    expect(ttl).toBeLessThanOrEqual(40 * daySeconds);
  });

  it('of other reasons have no beginning', async () => {
    const form = await open();
    await form.write({ too_large: 7 });
    expect(await read(form)).toEqual({ days: { '2026-11-20': 0, '2026-11-19': 0 }, began: null });
    expect(await form.redis.exists(form.keys.refusalsBegan(form.formId, '2026-11'))).toBe(0);
  });
});
