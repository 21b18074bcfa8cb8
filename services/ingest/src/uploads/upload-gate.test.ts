import { EventEmitter } from 'node:events';
import { HttpError } from '@inlet/service/http-error';
import { expect, it } from 'vitest';
import { createUploadGate } from '#uploads/upload-gate.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const from = (network: string) => ({ network, formId: `form of ${network}` });

it('lets eight of a network in, and has others wait for their turn', async () => {
  const gate = createUploadGate();
  const entered: number[] = [];
  const leave = await Promise.all(Array.from({ length: 8 }, () => gate.enter(from('a'), new EventEmitter())));
  for (const n of [9, 10]) gate.enter(from('a'), new EventEmitter()).then(() => entered.push(n));
  await gate.enter(from('b'), new EventEmitter());
  await turn();
  expect(entered).toEqual([]);
  // Twice is once.
  for (let n = 0; n < 2; n++) leave[0]?.();
  await turn();
  expect(entered).toEqual([9]);
});

it('has 96 of a network wait, and sends the others away for a minute', async () => {
  const gate = createUploadGate();
  for (let n = 0; n < 8 + 96; n++) gate.enter(from('a'), new EventEmitter());
  const refused = await gate.enter(from('a'), new EventEmitter()).catch((error: unknown) => error as HttpError);
  expect(refused).toBeInstanceOf(HttpError);
  expect(refused).toMatchObject({ status: 503, code: 'unavailable', details: { headers: { 'retry-after': '60' } } });
  for (let n = 0; n < 8 + 96; n++) gate.enter(from('b'), new EventEmitter());
  await expect(gate.enter(from('c'), new EventEmitter())).resolves.toBeTypeOf('function');
});

it('has no more than 192 wait of all networks', async () => {
  const gate = createUploadGate();
  for (let n = 0; n < 24 + 192; n++) gate.enter(from(`${n % 24}`), new EventEmitter());
  await expect(gate.enter(from('another'), new EventEmitter())).rejects.toMatchObject({ status: 503 });
});

it('forgets those that leave while they wait', async () => {
  const gate = createUploadGate();
  const leave = await Promise.all(Array.from({ length: 8 }, () => gate.enter(from('a'), new EventEmitter())));
  const [gone, stays] = [new EventEmitter(), new EventEmitter()];
  const refused = gate.enter(from('a'), gone);
  const entered = gate.enter(from('a'), stays);
  gone.emit('close');
  await expect(refused).rejects.toMatchObject({ status: 400 });
  leave[0]?.();
  await entered;
  expect([gone.listenerCount('close'), stays.listenerCount('close')]).toEqual([0, 0]);
});
