import { expect, it, onTestFinished } from 'vitest';
import { closeWithTest } from '#close-with-test.ts';

const closed: string[] = [];

it('fails beside something that is still opening', async () => {
  const late = Promise.withResolvers<string>();
  // Hooks run in reverse order, so this one opens it after the test.
  const opening = [
    closeWithTest(Promise.reject(new Error('failed')), () => closed.push('failed')),
    closeWithTest(late.promise, (name) => closed.push(name)),
  ];
  onTestFinished(() => late.resolve('late'));
  await expect(Promise.all(opening)).rejects.toThrow('failed');
  expect(closed).toEqual([]);
});

it('closes what opens after its test, and nothing that did not open', () => {
  expect(closed).toEqual(['late']);
});
