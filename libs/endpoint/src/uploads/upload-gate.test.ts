import { EventEmitter } from 'node:events';
import { HttpError } from '@inlet/http/errors';
import { expect, it, onTestFinished } from 'vitest';
import { createUploadGate } from '#uploads/upload-gate.ts';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** A gate whose visitors leave after the test. Otherwise a wait would time out in another test a minute later. */
function openGate() {
  const gate = createUploadGate();
  const everybody = new EventEmitter().setMaxListeners(0);
  const entries: Promise<() => void>[] = [];
  onTestFinished(async () => {
    everybody.emit('close');
    await Promise.allSettled(entries);
  });
  return (network: string, connection = everybody) => {
    const entry = gate.enter({ network, formId: `form of ${network}` }, connection);
    entries.push(entry);
    return entry;
  };
}

it('lets eight of a network in, and has others wait for their turn', async () => {
  const enter = openGate();
  const entered: number[] = [];
  const leave = await Promise.all(Array.from({ length: 8 }, () => enter('a')));
  for (const n of [9, 10]) enter('a').then(() => entered.push(n));
  await enter('b');
  await nextTick();
  expect(entered).toEqual([]);
  // Calling it twice has no further effect.
  for (let n = 0; n < 2; n++) leave[0]?.();
  await nextTick();
  expect(entered).toEqual([9]);
  leave[1]?.();
  await nextTick();
  expect(entered).toEqual([9, 10]);
});

it('has 96 of a network wait, and sends the others away for a minute', async () => {
  const enter = openGate();
  for (let n = 0; n < 8 + 96; n++) enter('a');
  const refused = await enter('a').catch((error: unknown) => error as HttpError);
  expect(refused).toBeInstanceOf(HttpError);
  expect(refused).toMatchObject({ status: 503, code: 'unavailable', details: { headers: { 'retry-after': '60' } } });
  for (let n = 0; n < 8 + 96; n++) enter('b');
  await expect(enter('c')).resolves.toBeTypeOf('function');
});

it('has no more than 192 wait of all networks', async () => {
  const enter = openGate();
  for (let n = 0; n < 24 + 192; n++) enter(`${n % 24}`);
  await expect(enter('another')).rejects.toMatchObject({ status: 503 });
});

it('forgets those that leave while they wait', async () => {
  const enter = openGate();
  const leave = await Promise.all(Array.from({ length: 8 }, () => enter('a')));
  const [gone, stays] = [new EventEmitter(), new EventEmitter()];
  const refused = enter('a', gone);
  const entered = enter('a', stays);
  gone.emit('close');
  await expect(refused).rejects.toMatchObject({ status: 400 });
  leave[0]?.();
  await entered;
  expect([gone.listenerCount('close'), stays.listenerCount('close')]).toEqual([0, 0]);
});
