import type { Change } from '@inlet/contracts/changes';
import { expect, it } from 'vitest';
import { createForwarder } from '#listen/forwarder.ts';
import { startProgram } from '#listen/listen.test-setup.ts';

const form = {
  ...{ id: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2f', name: 'Contact' },
  endpointUrl: 'https://inlet.test/f/abcdefghijkl',
};
const deletedOf = (n: number): Change => ({
  ...{ cursor: `cursor ${n}`, type: 'deleted', formId: form.id, submission: null },
  ...{ submissionId: `0195c2e4-7a7b-7c1e-9a51-00000000000${n}`, at: '2026-11-29T12:00:00.000Z' },
});

/** A forwarder to a program, and what the command would print. */
async function start({ onSent = async () => undefined }: { readonly onSent?: () => Promise<void> } = {}) {
  const program = await startProgram();
  const printed: [submissionId: string, isAgain: boolean, cursor: string | null][] = [];
  let refused = 0;
  const { signal } = new AbortController();
  const forwarder = createForwarder({
    ...{ form, signal, target: { url: program.url, secret: 'whsec_c2VjcmV0', isInsecure: false } },
    onRefused: () => {
      refused += 1;
    },
    onSent: async ({ event, isAgain, cursor }) => {
      printed.push([event.submissionId, isAgain, cursor]);
      await onSent();
    },
  });
  return { program, printed, forwarder, signal, refusals: () => refused };
}

const [first, second] = [deletedOf(1), deletedOf(2)];
const idOf = ({ submissionId }: Change) => submissionId ?? '';

it('sends the last event again in its turn, with its id and without a cursor', async () => {
  const { program, printed, forwarder, signal } = await start();
  expect(forwarder.again()).toBe(false);
  await forwarder.take(first, signal);
  expect(forwarder.again()).toBe(true);
  await forwarder.take(second, signal);
  expect(printed).toEqual([
    [idOf(first), false, first.cursor],
    [idOf(first), true, null],
    [idOf(second), false, second.cursor],
  ]);
  const [sent, again, next] = program.ids();
  expect(again).toBe(sent);
  expect(next).not.toBe(sent);
  expect(program.received[1]?.body).toBe(program.received[0]?.body);
});

it('sends one event at a time, and the next one when the last is printed', async () => {
  const held = Promise.withResolvers<void>();
  const { program, printed, forwarder, signal } = await start({ onSent: () => held.promise });
  const taking = Promise.all([first, second].map((change) => forwarder.take(change, signal)));
  await expect.poll(() => printed.length).toBe(1);
  // Whatever was sent at once has arrived before this request.
  await fetch(program.url, { method: 'POST', headers: { 'webhook-id': 'the request of the test' } });
  expect(program.ids().slice(1)).toEqual(['the request of the test']);
  held.resolve();
  await taking;
  expect(printed.map(([id]) => id)).toEqual([first, second].map(idOf));
});

it('gives up an event that nobody takes when nothing more can come, and sends the next one', async () => {
  const { program, printed, forwarder, signal, refusals } = await start();
  await program.close();
  const ending = new AbortController();
  const taking = forwarder.take(first, ending.signal);
  await expect.poll(refusals).toBe(1);
  ending.abort();
  await expect(taking).rejects.toThrow('aborted');
  await program.open();
  await forwarder.take(second, signal);
  expect(printed).toEqual([[idOf(second), false, second.cursor]]);
});
