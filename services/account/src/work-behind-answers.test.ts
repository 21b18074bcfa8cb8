import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { expect, it } from 'vitest';
import { createBackground } from '#work-behind-answers.ts';

function open() {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'error' }, { write: (line) => void lines.push(line) });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  return { lines, lifecycle, background: createBackground({ lifecycle, logger }) };
}

it('closing waits for work behind an answer, and for what that begins', async () => {
  const { background, lifecycle } = open();
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  background.run('one', async () => {
    await promise;
    order.push('one');
    background.run('two', async () => {
      await Promise.resolve();
      order.push('two');
    });
  });
  lifecycle.onClose('flush', 'what the work needs', () => order.push('flushed'));
  const closing = lifecycle.close('test');
  resolve();
  expect(await closing).toBe(0);
  expect(order).toEqual(['one', 'two', 'flushed']);
});

it('work that fails is logged with its cause and harms nobody', async () => {
  const { background, lines } = open();
  background.run('send a mail', () => Promise.reject(new Error('no way')));
  background.run('send another', () => {
    throw new Error('not at all');
  });
  await background.idle();
  const logged = lines.map((line) => JSON.parse(line)).toSorted((a, b) => a.what.localeCompare(b.what));
  expect(logged).toMatchObject([
    { msg: 'background work: failed', what: 'send a mail', err: { message: 'no way' } },
    { msg: 'background work: failed', what: 'send another', err: { message: 'not at all' } },
  ]);
});
