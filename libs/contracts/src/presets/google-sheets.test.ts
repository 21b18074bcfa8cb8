import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const script = readFileSync(join(import.meta.dirname, 'google-sheets.gs'), 'utf8');

type Cell = string | number;

/** The parts of a spreadsheet that the script uses. A cell drops the apostrophe that marks its value as text. */
function openSheet() {
  const rows: Cell[][] = [];
  const locks: string[] = [];
  const asCell = (value: Cell) => (typeof value === 'string' && value.startsWith("'") ? value.slice(1) : value);
  const sheet = {
    getLastRow: () => rows.length,
    getLastColumn: () => Math.max(...rows.map((row) => row.length)),
    appendRow: (values: Cell[]) => rows.push(values),
    createTextFinder: (text: string) => ({
      matchEntireCell: () => ({
        findNext: () => (rows.some((row) => row.some((cell) => asCell(cell) === text)) ? {} : null),
      }),
    }),
    getRange: (_row: number, column: number, _rows: number, columns: number) => ({
      getValues: () => [Array.from({ length: columns }, (_, index) => asCell(rows[0]?.[column - 1 + index] ?? ''))],
      setValues: ([values]: [Cell[]]) => rows[0]?.splice(column - 1, columns, ...values),
    }),
  };
  const doPost = runInNewContext(`${script}; doPost`, {
    SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
    LockService: {
      getScriptLock: () => ({ waitLock: () => locks.push('wait'), releaseLock: () => locks.push('release') }),
    },
    ContentService: { createTextOutput: (text: string) => text },
  });
  let sent = 0;
  function send(data: Record<string, unknown> | undefined, id = `id-${++sent}`): unknown {
    const submission = { id, createdAt: '2026-11-23T08:00:00.000Z', data };
    return doPost({ postData: { contents: JSON.stringify({ data: { submission } }) } });
  }
  return { rows, locks, send };
}

describe('the script for Google Sheets', () => {
  it('has at most 30 lines', () => {
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  it('adds a row for each submission and a column for each new field', () => {
    const { rows, locks, send } = openSheet();
    expect(send({ name: 'Ada', age: 36 })).toBe('ok');
    send({ email: 'ada@example.test', name: 'Ada' });
    const at = '2026-11-23T08:00:00.000Z';
    expect(rows).toEqual([
      ['Submission', 'Received', "'name", "'age", "'email"],
      ['id-1', at, "'Ada", 36],
      ['id-2', at, "'Ada", '', "'ada@example.test"],
    ]);
    expect(locks).toEqual(['wait', 'release', 'wait', 'release']);
  });

  it('adds nothing for a submission that it has, nor for one that was deleted', () => {
    const { rows, send } = openSheet();
    send({ name: 'Ada' }, 'same');
    send({ name: 'Ada' }, 'same');
    send(undefined, 'deleted');
    expect(rows).toHaveLength(2);
  });

  it.each(['=IMPORTXML("https://evil.test")', '+1', '-1', '@a', "'=1", '\t=1'])(
    'takes %j as text, not as a formula',
    (value) => {
      const { rows, send } = openSheet();
      send({ [value]: value });
      expect([rows[0]?.[2], rows[1]?.[2]]).toEqual([`'${value}`, `'${value}`]);
    },
  );

  it('has an end to the columns that visitors can add', () => {
    const { rows, send } = openSheet();
    send(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field ${index}`, 'a'])));
    expect(rows[1]).toHaveLength(102);
  });

  it('releases its lock if the sheet refuses the row', () => {
    const { rows, locks, send } = openSheet();
    rows.push = () => {
      throw new Error('full');
    };
    expect(() => send({ name: 'Ada' })).toThrow('full');
    expect(locks).toEqual(['wait', 'release']);
  });
});
