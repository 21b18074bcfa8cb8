import { expect, it } from 'vitest';
import { piecesOf } from '#file.test-setup.ts';
import { firstRows } from '#first-rows.ts';

const csv = { format: 'csv', encoding: 'utf-8', separator: ',' } as const;

it('are two hundred at most, and no more of the file is read than they need', async () => {
  let read = 0;
  async function* file() {
    yield* piecesOf('a\n');
    for (; ; read += 1) yield* piecesOf(`${'x'.repeat(900_000)}\n`, 65_536);
  }
  expect(await firstRows(file(), csv)).toHaveLength(8);
  expect(read).toBeLessThan(10);
  expect(await firstRows(piecesOf(`a\n${'1\n'.repeat(300)}`), csv)).toHaveLength(200);
});

it('are named in the reason why there are none', async () => {
  await expect(firstRows(piecesOf('a\n1,2\n'), csv)).rejects.toThrow('Line 2: This row has 2 values for 1 column.');
  const json = { format: 'json', encoding: 'utf-8' } as const;
  await expect(firstRows(piecesOf(`[{"a":"${'x'.repeat(1_000_001)}"}]`, 65_536), json)).rejects.toThrow(
    'The file has no row that can be imported. Row 1: This row is longer than 1 MB.',
  );
});
