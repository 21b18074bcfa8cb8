import { describe, expect, it } from 'vitest';
import { allOf, rowsOf } from '#file.test-setup.ts';
import type { Mapping } from '#mapping.ts';
import { AwayError, type ImportProgress, runImport } from '#run-import.ts';
import { toCalls } from '#to-calls.ts';

const plain: Mapping = {
  fields: [],
  fieldsIn: null,
  date: null,
  dayOrder: 'month first',
  timeZone: 'UTC',
  origin: null,
};
const callsOf = (file: string, mapping: Partial<Mapping> = {}) =>
  allOf(toCalls(rowsOf(file, 65_536), { ...plain, ...mapping }));
const linesOf = async (file: string, mapping?: Partial<Mapping>) =>
  (await callsOf(file, mapping)).flatMap(({ body }) =>
    body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );

describe('the calls of a file', () => {
  it('hold 1,000 lines each, and count identical rows over all of them', async () => {
    const calls = await callsOf(`a\n${'1\n'.repeat(2_500)}`);
    expect(calls.map(({ lines }) => [lines.length, lines[0]])).toEqual([
      [1_000, 2],
      [1_000, 1_002],
      [500, 2_002],
    ]);
    const occurrences = calls.flatMap(({ body }) =>
      body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).occurrence ?? 0),
    );
    expect(occurrences).toEqual(Array.from({ length: 2_500 }, (_, index) => index));
  });

  it('hold 5 MB each', async () => {
    const calls = await callsOf(`a\n${`${'x'.repeat(400_000)}\n`.repeat(20)}`);
    expect(calls.map(({ lines }) => lines.length)).toEqual([12, 8]);
    for (const { body } of calls) expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(5_000_000);
  });

  it('tell identical fields of other times apart', async () => {
    const lines = await linesOf('a,at\n1,2024-01-01\n1,2024-01-02\n1,2024-01-01\n', { date: 'at' });
    expect(lines.map(({ occurrence }) => occurrence)).toEqual([undefined, undefined, 1]);
  });

  it('rename, join and leave out columns, and keep those that only later rows have', async () => {
    const fields = [
      { column: 'first', field: 'name' },
      { column: 'last', field: 'name' },
      { column: 'id', field: null },
    ];
    const file = '{"first":"Ada","last":"Lovelace","id":1}\n{"first":"Grace","late":true,"list":[1]}\n';
    expect(await linesOf(file, { fields })).toEqual([
      { data: { name: ['Ada', 'Lovelace'] } },
      { data: { name: 'Grace', late: true, list: [1] } },
    ]);
  });

  it('name the rows that are not in them', async () => {
    const file = 'a,at\n1,2024-01-01\n2,soon\n3,\n,2024-01-01\n';
    const [call] = await callsOf(file, { date: 'at' });
    expect([call?.lines, call?.refused]).toEqual([
      [2],
      [
        { line: 3, code: 'invalid_date', message: 'The column "at" holds no date' },
        { line: 4, code: 'invalid_date', message: 'The column "at" holds no date' },
        { line: 5, code: 'empty_submission', message: 'This row has no values' },
      ],
    ]);
    const holding = await callsOf('{"data":{"a":1}}\n{"data":5}', { fieldsIn: 'data' });
    expect(holding[0]?.refused).toEqual([
      { line: 2, code: 'invalid_line', message: 'The column "data" holds no fields' },
    ]);
  });
});

describe('a run', () => {
  const answer = (body: string) => {
    const imported = body.trim().split('\n').length;
    return {
      importId: 'x',
      imported: imported - 1,
      known: 0,
      room: 5,
      refused: [{ line: 2, code: 'invalid_date' as const, message: 'No' }],
    };
  };
  const file = `a\n${Array.from({ length: 1_500 }, (_, n) => n).join('\n')}\n`;

  it('sends a call again when the server was away, and says how far it is', async () => {
    const waits: [number | null, number][] = [];
    const seen: ImportProgress[] = [];
    let sent = 0;
    const progress = await runImport({
      calls: toCalls(rowsOf(file), plain),
      send: async (body) => {
        sent += 1;
        if (sent === 1 || sent === 2) throw new AwayError(new Error('away'), sent === 1 ? 5 : null);
        return answer(body);
      },
      wait: async ({ waitMs }, attempt) => void waits.push([waitMs, attempt]),
      onProgress: (one) => seen.push(one),
    });
    expect(waits).toEqual([
      [5, 1],
      [null, 2],
    ]);
    expect(seen.map(({ imported, refused }) => [imported, refused.map(({ line }) => line)])).toEqual([
      [999, [3]],
      [1_498, [3, 1_003]],
    ]);
    expect(progress).toEqual({ ...seen[1], known: 0, refusedCount: 2, room: 5, bytesRead: file.length });
  });

  it('ends with a refusal, and when it is no longer wanted', async () => {
    const calls = () => toCalls(rowsOf(file), plain);
    const wait = async () => undefined;
    const refused = runImport({ calls: calls(), send: () => Promise.reject(new Error('full')), wait });
    await expect(refused).rejects.toThrow('full');
    const leaving = new AbortController();
    const send = async (body: string) => {
      leaving.abort(new Error('left'));
      return answer(body);
    };
    await expect(runImport({ calls: calls(), send, wait, signal: leaving.signal })).rejects.toThrow('left');
  });
});
