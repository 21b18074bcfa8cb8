import type { Form } from '@inlet/db/client';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSpamTest, type SpamTest } from '#spam.test-setup.ts';
import { settleCounters } from '#submissions/counters/settle-counters.ts';

let worker: SpamTest;

beforeAll(async () => {
  worker = await openSpamTest();
});
afterAll(() => worker.close());

const version = 3;
const nameOf = ({ id: formId }: Form) => ({ formId, version });
const taken = async (form: Form) => (await usedOf(worker.deps.redis, worker.keys, nameOf(form))).submissions;

/** A form with a number, whose counter in Redis shows what ingest has counted. */
async function addForm(counted: number | null, settings?: Parameters<SpamTest['addForm']>[0]): Promise<Form> {
  const form = await worker.addForm(settings);
  await worker.owner.prisma.form.update({
    where: { id: form.id },
    data: { maxSubmissions: 100, maxSubmissionsVersion: version },
  });
  await worker.setUsed(form, 100);
  if (counted !== null) await makeCounter(worker.deps.redis, worker.keys, nameOf(form), { submissions: counted });
  return form;
}
const build = (form: Form, count: number, overrides: Partial<AcceptedSubmission> = {}) =>
  Array.from({ length: count }, (_, n) => worker.submission(form, { n }, overrides));
const settle = () => settleCounters(worker.deps, { repeat: async (piece) => void (await piece()) });
const pending = async () =>
  (await worker.owner.pool.query('select job from stored_batches where form_refunds is not null')).rows;
const blocking = { blockList: ['casino'] };

describe('the number of a form', () => {
  it('is left by what was stored, and gets repeats back once', async () => {
    const form = await addForm(6);
    const batch = build(form, 3);
    await worker.deliver(batch, 'numbers-first');
    expect(await taken(form)).toBe(6);
    await worker.deliver(batch.slice(1), 'numbers-repeat');
    await worker.deliver(batch.slice(1), 'numbers-repeat');
    expect([await taken(form), await pending()]).toEqual([4, []]);
    const fields = await worker.deps.redis.hkeys(worker.keys.formCounter(form.id, version));
    expect(fields.filter((field) => field.startsWith('receipt'))).toEqual([]);
  });

  it('gets back what the worker judges as spam', async () => {
    const form = await addForm(3, blocking);
    const spam = worker.submission(form, { text: 'casino' });
    await worker.deliver([...build(form, 2), spam], 'numbers-spam');
    expect(await worker.countersOf(form)).toMatchObject({ days: 2, spam: 1 });
    expect(await taken(form)).toBe(2);
  });

  it('waits for its counter, which the worker does not make', async () => {
    const form = await addForm(null);
    const batch = build(form, 2);
    await worker.deliver(batch, 'numbers-waiting');
    await worker.deliver(batch, 'numbers-waiting-repeat');
    const key = worker.keys.formCounter(form.id, version);
    expect([await worker.deps.redis.exists(key), await pending()]).toEqual([0, [{ job: 'numbers-waiting-repeat' }]]);
    // Account counts what is still to be returned.
    await makeCounter(worker.deps.redis, worker.keys, nameOf(form), { submissions: 4 });
    await settle();
    expect([await taken(form), await pending()]).toEqual([2, []]);
  });

  it('is nothing to a form without one, also where it was removed meanwhile', async () => {
    const [form, other] = [await addForm(null), await worker.addForm()];
    await worker.setUsed(other, 100);
    const batches = [form, other].map((owner) => build(owner, 1));
    for (const [index, batch] of batches.entries()) {
      await worker.deliver(batch, `numbers-none-${index}`);
      await worker.deliver(batch, `numbers-none-repeat-${index}`);
    }
    expect(await pending()).toEqual([{ job: 'numbers-none-repeat-0' }]);
    await worker.owner.prisma.form.update({ where: { id: form.id }, data: { maxSubmissions: null } });
    await settle();
    expect(await pending()).toEqual([]);
  });
});
