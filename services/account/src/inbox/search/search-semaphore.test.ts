import { expect, it, onTestFinished, vi } from 'vitest';
import { createSearchSemaphore } from '#inbox/search/search-semaphore.ts';

const stays = new AbortController().signal;

/** Its searches end with the test. Otherwise a wait would time out in another test a minute later. */
function open({ ofAccount = 2, ofProcess = 3, waitMs = 60_000 } = {}) {
  const semaphore = createSearchSemaphore({ ofAccount, ofProcess, waitMs });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const searches: Promise<void>[] = [];
  onTestFinished(async () => {
    for (const end of ends.values()) end();
    await Promise.allSettled(searches);
  });
  const search = (name: string, left = stays) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    const [userId = ''] = name;
    const running = semaphore.run(userId, left, async () => {
      begun.push(name);
      await promise;
    });
    searches.push(running);
    return running;
  };
  return { search, begun, end: (name: string) => ends.get(name)?.() };
}

it('lets an account search so often at once, and others beside it', async () => {
  const { search, begun, end } = open();
  const [first] = ['a1', 'a2', 'a3', 'b1'].map((name) => search(name));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end('a1');
  await first;
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']), 60_000);
});

it('gives the turn to another account where the first in the line has its share', async () => {
  const { search, begun, end } = open();
  const b1 = search('b1');
  for (const name of ['a1', 'a2', 'a3', 'c1']) void search(name);
  end('b1');
  await b1;
  await vi.waitFor(() => expect(begun).toEqual(['b1', 'a1', 'a2', 'c1']), 60_000);
});

it('goes on after a search that failed', async () => {
  const semaphore = createSearchSemaphore({ ofAccount: 1, ofProcess: 1, waitMs: 60_000 });
  await expect(semaphore.run('a', stays, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.run('a', stays, async () => 'done')).toBe('done');
});

it('refuses a search that waits too long, and one too many that would wait', async () => {
  const { search } = open({ ofAccount: 1, waitMs: 1 });
  void search('a1');
  await expect(search('a2')).rejects.toMatchObject({ status: 503, code: 'searches_busy' });
  const patient = open({ ofAccount: 1 });
  for (let n = 0; n < 21; n += 1) void patient.search(`a${n}`);
  await expect(patient.search('a21')).rejects.toMatchObject({ status: 503, code: 'searches_busy' });
});

it('drops a caller that has left', async () => {
  const { search, begun, end } = open({ ofAccount: 1 });
  const leaving = new AbortController();
  const first = search('a1');
  const second = search('a2', leaving.signal);
  void search('a3');
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  end('a1');
  await first;
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'a3']), 60_000);
  await expect(search('b1', leaving.signal)).rejects.toThrow('left');
});
