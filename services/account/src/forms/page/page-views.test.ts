import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { expect, it } from 'vitest';
import { createPageViews } from '#forms/page/page-views.ts';

/** A database that can be away, and keeps the forms and counts of each statement. */
function openDatabase() {
  const written: unknown[] = [];
  const state = { isAway: false };
  const query = async ({ values: [, ids, counts] }: { values: unknown[] }) => {
    if (state.isAway) throw new Error('away');
    written.push(ids, counts);
  };
  return { state, written, pool: { query } };
}

function openViews() {
  const database = openDatabase();
  const lifecycle = createLifecycle({
    logger: createLogger({ service: 'account', level: 'silent' }),
    deadlineMs: 60_000,
  });
  const views = createPageViews({ database, lifecycle } as unknown as Parameters<typeof createPageViews>[0]);
  return { database, lifecycle, views };
}

it('views that could not be saved are saved with the next ones', async () => {
  const { database, views } = openViews();
  views.note('a');
  views.note('a');
  database.state.isAway = true;
  await expect(views.save()).rejects.toThrow('away');
  views.note('a');
  views.note('b');
  database.state.isAway = false;
  await views.save();
  await views.save();
  expect(database.written).toEqual([
    ['a', 'b'],
    [3, 1],
  ]);
});

it('a process that closes saves what it has', async () => {
  const { database, lifecycle, views } = openViews();
  views.note('a');
  await lifecycle.close('test');
  expect(database.written).toEqual([['a'], [1]]);
});

it('views of too many forms at once are not counted', async () => {
  const { database, views } = openViews();
  for (let form = 0; form <= 10_000; form += 1) views.note(String(form));
  views.note('0');
  await views.save();
  expect((database.written[0] as string[]).length).toBe(10_000);
  expect((database.written[1] as number[])[0]).toBe(2);
});
