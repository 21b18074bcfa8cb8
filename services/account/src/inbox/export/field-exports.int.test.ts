import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { openExport, storeMany, storeText } from '#inbox/export/export.test-setup.ts';
import { cellsOf, rowsOf } from '#inbox/export/read-export.test-setup.ts';
import { unzip } from '#inbox/files/unzip.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
});
afterAll(() => account.close());
beforeEach(async () => {
  form = await buildForm(account.deps.database.prisma, { userId: user.id, name: 'Contact' });
});

const store = (data: object, second = 1, origin: string | null = 'https://a.example') =>
  buildSubmission(account.deps.database.prisma, {
    ...{ formId: form.id, data, origin, createdAt: new Date(1_741_161_600_000 + second * 1_000) },
  });
const csv = async (query = '') => {
  const { head, bytes } = await openExport(account, form.id, token, `?format=csv&columns=fields${query}`).whole();
  expect(head.status).toBe(200);
  return bytes.toString();
};
/** The parts of a workbook. */
async function workbook(query = ''): Promise<Map<string, string>> {
  const { head, bytes } = await openExport(account, form.id, token, `?format=xlsx${query}`).whole();
  expect(head).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringContaining('Contact-submissions.xlsx'),
    },
  });
  return unzip(bytes);
}

const sheetOf = async (query = '') => rowsOf((await workbook(query)).get('xl/worksheets/sheet1.xml'));

describe('an export with one column per field', () => {
  it('has every field of every submission, those of the list first', async () => {
    await store({ budget: '1200', name: 'Ada', email: 'ada@example.com', message: 'Hello "you",\nthere' }, 2);
    await store({ old: true, name: 'Bo', tags: ['a', 'b'], address: { city: 'Graz' } }, 1, null);
    expect(await csv()).toBe(
      '\ufeffDate,Origin,name,email,message,budget,old,tags,address\r\n' +
        '2025-03-05 08:00:02,https://a.example,Ada,ada@example.com,"Hello ""you"",\nthere",1200,,,\r\n' +
        '2025-03-05 08:00:01,Unknown,Bo,,,,true,"a, b","{""city"":""Graz""}"\r\n',
    );
  });

  it('keeps the characters that end a row and a cell on the way', async () => {
    await store({ name: 'a\x1eb\x1fc' });
    expect((await csv()).split('\r\n')[1]).toBe('2025-03-05 08:00:01,https://a.example,a\x1eb\x1fc');
  });

  it('has a head where there is nothing', async () => {
    expect(await csv()).toBe('\ufeffDate,Origin\r\n');
    expect(await sheetOf()).toEqual([['Date', 'Origin']]);
  });

  it.each([
    ['=1+1', `'=1+1`],
    ['+34 600', `'+34 600`],
    ['@a', `'@a`],
    ['-1+1', `'-1+1`],
    ['-12.5', '-12.5'],
    ['x;=1', `"x;'=1"`],
    ['x;"=1', `"x;'""=1"`],
    ['x\n=1', `"x\n'=1"`],
    ['\t=1', `"'\t'=1"`],
    [' \t\t=1', `" \t\t'=1"`],
    ['a\t=1', `"a\t'=1"`],
    ['\ta', `"'\ta"`],
    [' ＝1', `' ＝1`],
    ['see you, -Bo', '"see you, -Bo"'],
  ])('shows %j as a text and not as a formula', async (value, cell) => {
    await store({ v: value });
    expect((await csv()).split('\r\n')[1]).toBe(`2025-03-05 08:00:01,https://a.example,${cell}`);
  });

  it('keeps the tabs of a value', async () => {
    const value = '\t\va\tb\t';
    await store({ v: value });
    const [, , cell] = cellsOf((await csv()).split('\r\n')[1] ?? '', ',');
    expect(cell).toBe(`'${value}`);
  });

  it('has the state of the work where there is some, and what a filter finds', async () => {
    const { id } = await store({ a: 'x' }, 2);
    await store({ a: 'y' }, 1);
    const state = { isStarred: true, status: 'done', tags: ['b2b', 'hot'], note: '=call' };
    await account.call(`PATCH /api/v1/forms/${form.id}/submissions/${id}`, { token, body: state });
    expect((await csv()).split('\r\n')).toEqual([
      '\ufeffDate,Origin,a,Status,Starred,Tags,Note',
      `2025-03-05 08:00:02,https://a.example,x,done,yes,"b2b, hot",'=call`,
      '2025-03-05 08:00:01,https://a.example,y,open,,,',
      '',
    ]);
    expect((await csv('&status=open')).split('\r\n')).toHaveLength(3);
    expect(await sheetOf('&tag=hot')).toHaveLength(2);
  });

  it('keeps numbers as they were sent', async () => {
    await storeText(account, form.id, '{"a":12345678901234567890,"b":1.0,"c":-5,"d":"007","e":1e400}');
    const [, line = ''] = (await csv()).split('\r\n');
    expect(line.split(',').slice(2).toSorted()).toEqual(['-5', '007', '1.0', '12345678901234567890', '1e400']);
  });
});

describe('an export as XLSX', () => {
  it('is a workbook of texts, numbers and times', async () => {
    await store({
      name: 'Zoë <b>&</b>',
      amount: '12.50',
      zip: '08001',
      f: '=1+1',
      x: '_x0041_',
      c: 'a\u0001b',
      s: '\u0001 a',
    });
    const parts = await workbook();
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const [head, row] = rowsOf(parts.get('xl/worksheets/sheet1.xml'));
    expect(head?.slice(0, 3)).toEqual(['Date', 'Origin', 'name']);
    expect(row).toContain('Zoë <b>&</b>');
    expect(row).toEqual(expect.arrayContaining([12.5, '08001', '=1+1', '_x005F_x0041_', 'ab']));
    expect(row?.[0]).toBeCloseTo(Date.UTC(2025, 2, 5, 8, 0, 1) / 86_400_000 + 25_569, 6);
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toContain('<f>');
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<t xml:space="preserve"> a</t>');
  });

  it('names the columns behind the twenty-sixth as a spreadsheet does', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `f${n}`);
    await store(Object.fromEntries(names.map((name, n) => [name, n % 2 === 0 ? name : ''])));
    const sheet = (await workbook()).get('xl/worksheets/sheet1.xml');
    const [head = [], row = []] = rowsOf(sheet);
    const expected = head.map((name, index) => (index < 2 || Number(String(name).slice(1)) % 2 === 0 ? name : ''));
    expect(row.slice(2)).toEqual(expected.slice(2));
    expect(sheet).toContain('<c r="AA1"');
    expect(sheet).toContain('<c r="BJ1"');
  });

  it('cuts what Excel has no room for, not within a character', async () => {
    await store({ a: 'x'.repeat(32_767), b: '🎁'.repeat(20_000) });
    const [, row] = await sheetOf();
    const [a, b] = [String(row?.[2]), String(row?.[3])];
    expect([a.length, b.isWellFormed(), b.endsWith('…')]).toEqual([32_767, true, true]);
    expect(b.length).toBeLessThanOrEqual(32_767);
  });

  it('has every submission once', async () => {
    await storeMany(account, form.id, 3_000);
    const rows = await sheetOf();
    const numbers = rows.slice(1).map(([, , text]) => Number(/^number (\d+)/.exec(String(text))?.[1]));
    expect(numbers).toEqual(Array.from({ length: 3_000 }, (_, n) => 3_000 - n));
  });

  it('ends when its reader disconnects, and releases its slot', async () => {
    await storeMany(account, form.id, 20_000, { bytes: 500 });
    for (let n = 0; n < 6; n += 1) {
      const { answer, leave } = openExport(account, form.id, token, '?format=xlsx');
      await new Promise((resolve) => answer.then((stream) => stream.once('data', resolve)));
      leave();
    }
    expect((await sheetOf('&from=2025-01-01T05:33:00Z')).length).toBeGreaterThan(1);
  });
});
