import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { cellsOf } from '#inbox/export/read-export.test-setup.ts';

let account: TestAccount;
let token: string;
let formId: string;

beforeAll(async () => {
  account = await startTestAccount();
  const user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
  ({ id: formId } = await buildForm(account.deps.database.prisma, { userId: user.id }));
});
afterAll(() => account?.close());

/** The same numbers in each run. */
function createRandom(): (below: number) => number {
  let state = 20_261_123;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const random = createRandom();
const pieces = [
  ';',
  ',',
  '"',
  '\t',
  '=',
  '+',
  '-',
  '@',
  '\r',
  '\n',
  '\\',
  "'",
  '=1+1',
  ';=1',
  '\t-1',
  '";=1',
  'a',
  ' ',
];
const text = (length: number) => Array.from({ length }, () => pieces[random(pieces.length)]).join('');
const spaces = [' ', '\t', '\n', '\r', ''];
/** JSON as a visitor may have written it, with white space between its tokens. */
function json(fields: Readonly<Record<string, unknown>>): string {
  const space = () => spaces[random(spaces.length)];
  const words = Object.entries(fields).map(
    ([name, value]) => `${space()}${JSON.stringify(name)}${space()}:${space()}${JSON.stringify(value)}${space()}`,
  );
  return `{${words.join(',')}}`;
}

const rows = Array.from({ length: 300 }, (_, n) => ({
  createdAt: new Date((n + 1) * 1_000),
  origin: text(1 + random(8)),
  fields: { [text(random(6))]: text(random(12)), number: -1 - random(9), n, ends: '\x1e\x1f' },
}));

const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell);

describe('an export as CSV of all that visitors send', () => {
  let file: string;

  beforeAll(async () => {
    const { prisma, pool } = account.deps.database;
    for (const { createdAt, origin, fields } of rows) {
      const { id } = await buildSubmission(prisma, { formId, createdAt, origin, data: {} });
      await pool.query('update submissions set data = $2 where id = $1', [id, json(fields)]);
    }
    const answer = await account.call(`GET /api/v1/forms/${formId}/export?format=csv`, { token });
    file = answer.text.replace(/^\ufeff/, '');
  });

  it.each([',', ';', '\t'])('has no cell that is a formula where a program splits at %j', (separator) => {
    expect(cellsOf(file, separator).filter(isFormula)).toEqual([]);
  });

  it.each([';', '\t'])('has no such cell either where a program splits at %j and knows no quotes', (separator) => {
    expect(
      file
        .split(/\r\n/)
        .flatMap((line) => line.split(separator))
        .filter(isFormula),
    ).toEqual([]);
    expect(file).not.toContain(separator);
  });

  it('keeps the columns of the product, and every field as it was sent', () => {
    const cells = cellsOf(file.replaceAll('\r\n', ','), ',');
    expect(cells.slice(0, 3)).toEqual(['Date', 'Origin', 'Data']);
    const data = cells.filter((_, index) => index > 2 && index % 3 === 2).map((cell) => JSON.parse(cell));
    expect(data).toEqual(rows.map(({ fields }) => fields).toReversed());
  });

  it('writes what would split an origin as an address does', async () => {
    const { id } = await buildSubmission(account.deps.database.prisma, {
      ...{ formId, createdAt: new Date(9_000_000), origin: 'x;=1+1;y', data: { say: 'x;=1+1;y' } },
    });
    const { text: newest } = await account.call(`GET /api/v1/forms/${formId}/export?format=csv`, { token });
    expect(newest).toContain('1970-01-01 02:30:00,"x%3B=1+1%3By","{""say"":""x\\u003b=1+1\\u003by""}"\r\n');
    await account.deps.database.prisma.submission.delete({ where: { id } });
  });
});
