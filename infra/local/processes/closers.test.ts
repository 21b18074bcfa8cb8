import { expect, it } from 'vitest';
import { createClosers } from '#processes/closers.ts';

it('closes in the opposite order, each only when the one before it is closed', async () => {
  const seen: string[] = [];
  const closers = createClosers(() => {});
  closers.add(() => seen.push('first'));
  closers.add(async () => {
    seen.push('second begins');
    await Promise.resolve();
    seen.push('second ends');
  });
  await closers.closeAll();
  expect(seen).toEqual(['second begins', 'second ends', 'first']);
});

it('closes the others when one fails, and says what failed', async () => {
  const said: string[] = [];
  const seen: string[] = [];
  const closers = createClosers((line) => said.push(line));
  closers.add(() => seen.push('still closed'));
  closers.add(() => Promise.reject(new Error('stuck')));
  await closers.closeAll();
  expect({ seen, said }).toEqual({ seen: ['still closed'], said: ['stuck'] });
});

it('closes once when asked twice', async () => {
  let times = 0;
  const closers = createClosers(() => {});
  closers.add(() => {
    times += 1;
  });
  await Promise.all([closers.closeAll(), closers.closeAll()]);
  expect(times).toBe(1);
});
