import { setImmediate } from 'node:timers/promises';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { describe, expect, it } from 'vitest';
import { type Batch, joinBatches, type Rest } from '#submissions/join-batches.ts';

const batch = (jobId: string, count = 1): Batch => ({
  jobId,
  lane: 0,
  submissions: Array.from({ length: count }, () => buildAcceptedSubmission({ formId: 'form' })),
});

/** Groups of up to ten submissions, in the order of their start; the test ends each of them. */
function openGroups(groupsAtOnce = 1) {
  const groups: string[][] = [];
  const ends: { readonly succeed: (rest?: Rest) => void; readonly fail: (error: Error) => void }[] = [];
  const store = (batches: readonly Batch[]) =>
    new Promise<Rest>((succeed, fail) => {
      groups.push(batches.map(({ jobId }) => jobId));
      ends.push({ succeed: (rest = async () => undefined) => succeed(rest), fail });
    });
  return { groups, ends, add: joinBatches(store, { groupsAtOnce, submissionsMax: 10 }) };
}

describe('batches', () => {
  it('that come alone leave at once', async () => {
    const { groups, ends, add } = openGroups();
    const done = add(batch('a'));
    ends[0]?.succeed();
    await done;
    await setImmediate();
    void add(batch('b'));
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('that come while a group is under way leave together when it has ended', async () => {
    const { groups, ends, add } = openGroups(2);
    for (const name of ['a', 'b', 'c']) void add(batch(name));
    expect(groups).toEqual([['a']]);
    ends[0]?.succeed();
    await setImmediate();
    expect(groups).toEqual([['a'], ['b', 'c']]);
  });

  it('that make a whole group wait for no other group, but for one of those that may be under way', async () => {
    const { groups, ends, add } = openGroups(2);
    for (const name of ['a', 'b', 'c', 'd', 'e']) void add(batch(name, 5));
    expect(groups).toEqual([['a'], ['b', 'c']]);
    ends[1]?.succeed();
    await setImmediate();
    expect(groups).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
  });

  it('share a group up to its limit; a larger one is a separate group', async () => {
    const { groups, ends, add } = openGroups();
    const sizes = { a: 1, b: 9, c: 1, d: 1, e: 11, f: 1 };
    for (const [name, size] of Object.entries(sizes)) void add(batch(name, size));
    for (let index = 0; index < 4; index += 1) {
      ends[index]?.succeed();
      await setImmediate();
    }
    expect(groups).toEqual([['a'], ['b', 'c'], ['d'], ['e'], ['f']]);
  });

  it('fail alone: the others of a group that cannot be stored are stored', async () => {
    const { groups, ends, add } = openGroups();
    void add(batch('a'));
    const [bad, good] = [add(batch('bad')), add(batch('good'))];
    ends[0]?.succeed();
    await setImmediate();
    ends[1]?.fail(new Error('bad'));
    await setImmediate();
    ends[2]?.fail(new Error('bad by itself'));
    await expect(bad).rejects.toThrow('bad by itself');
    ends[3]?.succeed();
    await expect(good).resolves.toBeUndefined();
    expect(groups).toEqual([['a'], ['bad', 'good'], ['bad'], ['good']]);
  });

  it('fail together where the database is away: none of them is at fault', async () => {
    const { groups, ends, add } = openGroups();
    void add(batch('a'));
    const both = Promise.allSettled([add(batch('b')), add(batch('c'))]);
    ends[0]?.succeed();
    await setImmediate();
    ends[1]?.fail(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(groups).toEqual([['a'], ['b', 'c']]);
  });

  it('end when what is left of them is done, which no later group waits for', async () => {
    const { groups, ends, add } = openGroups();
    const rest = Promise.withResolvers<void>();
    const [slow, failing] = [add(batch('slow')), add(batch('failing'))];
    const next = add(batch('next', 10));
    ends[0]?.succeed(() => rest.promise);
    await setImmediate();
    ends[1]?.succeed(() => Promise.reject(new Error('away')));
    await expect(failing).rejects.toThrow('away');
    ends[2]?.succeed();
    await next;
    expect(groups).toEqual([['slow'], ['failing'], ['next']]);
    expect(await Promise.race([slow.then(() => 'done'), setImmediate('waits')])).toBe('waits');
    rest.resolve();
    await slow;
  });
});
