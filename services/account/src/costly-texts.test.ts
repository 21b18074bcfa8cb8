import { readLogo, updateAfterSendingSchema } from '@inlet/contracts/after-sending';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { createRefreshCookie } from '#http/identity/refresh-cookie.ts';
import { readSignedBody } from '#http/read-signed-body.ts';
import { requireGoodPassword } from '#identity/credentials/require-good-password.ts';
import { readUserCode } from '#identity/device/device-codes.ts';
import { createAccessTokens } from '#identity/sessions/access-tokens.ts';
import { parseRefreshToken } from '#identity/sessions/refresh-tokens.ts';
import { cellEnd, csvFormat, ndjsonFormat } from '#inbox/export/export-lines.ts';
import { createTable } from '#inbox/export/field-table.ts';
import { csvLine } from '#inbox/export/write-csv.ts';
import { writeWorkbook } from '#inbox/export/write-workbook.ts';
import { parseChangeCursor } from '#inbox/feed/change-cursor.ts';
import { attachment, contentDisposition } from '#inbox/files/file-name.ts';
import { readLine } from '#inbox/imports/read-line.ts';
import { parseCursor, parseSortedCursor } from '#inbox/submissions/cursor.ts';
import { cutValues } from '#inbox/submissions/cut-values.ts';
import { matchConditions } from '#inbox/submissions/match-conditions.ts';
import { findMentioned } from '#inbox/work/find-mentioned.ts';

/** The length of a search, and of the names of forms and files, in characters. */
const [searchMax, nameMax] = [200, 1_000];
const inField = (text: string) => JSON.stringify({ message: text });
const at = new Date(0);
const tokens = createAccessTokens(['a secret of a test, which is long enough']);
const cookie = createRefreshCookie('https://forms.example.com');

const columns = { columns: [{ name: 'message', type: 'number' }], hasOthers: true } as const;
const table = createTable({
  ...columns,
  hasStates: true,
  hasAssignees: true,
  hasConfirmations: true,
  files: 'files',
  hasNumbers: true,
  labels: new Map(),
});
const lineOf = (data: string, origin = 'https://a.example') =>
  [at.toISOString(), JSON.stringify(origin), at.toISOString(), 'null', '[]', data].join(cellEnd);

const members = Array.from({ length: 200 }, (_, n) => ({ email: n === 0 ? 'a@b.c' : `member${n}@example.com` }));

async function workbookOf(text: string) {
  const rows = (async function* () {
    yield [[text.slice(0, 32_767), text]];
  })();
  for await (const _ of writeWorkbook([text], rows));
}

const readers: Readonly<Record<string, TextReader>> = {
  updateAfterSendingSchema: (text) =>
    updateAfterSendingSchema.safeParse({ message: text, redirect: text, name: text, logo: text, color: text }),
  readLogo: (text) => readLogo(`https://a.example/${text}`),
  'createTable: value': (text) => table.read(lineOf(inField(text))),
  'createTable: name': (text) => table.read(lineOf(JSON.stringify({ [text]: text }))),
  'createTable: JSON': (text) => table.read(lineOf(`{"message":[${text}]}`)),
  'createTable: origin': (text) => table.read(lineOf('{}', text)),
  csvLine: (text) => csvLine([text]),
  readLine: (text) => readLine(Buffer.from(text)),
  'readLine: members': (text) =>
    readLine(Buffer.from(JSON.stringify({ message: text, Date: `2024-${text}`, [text]: text }))),
  csvFormat: (text) => csvFormat.toLines(text),
  ndjsonFormat: (text) => ndjsonFormat(null).toLines(text),
  writeWorkbook: workbookOf,
  cutValues: (text) => cutValues(inField(text)),
  'cutValues: JSON': cutValues,
  'cutValues: numbers': (text) => cutValues(`[${text.replaceAll(/.{1999}/gs, '$&,')}]`),
  contentDisposition: (text) => contentDisposition(text.slice(0, nameMax), 'csv'),
  attachment: (text) => attachment(text.slice(0, nameMax)),
  matchConditions: (text) => matchConditions({ q: text.slice(0, searchMax), origin: text, tag: text }, []),
  findMentioned: (text) => findMentioned(text, members),
  'findMentioned: often': (text) => findMentioned('@a@b.c@'.repeat(text.length / 7), members),
  readUserCode,
  'readUserCode: spaces': (text) => readUserCode(`${text.replaceAll(/\S/g, ' ')}-`),
  parseCursor,
  parseSortedCursor,
  parseChangeCursor,
  parseRefreshToken,
  accessTokens: (text) => tokens.read(text),
  'accessTokens: payload': (text) => tokens.read(`${Buffer.from(text).toString('base64url')}.e30.e30`),
  refreshCookie: (text) => cookie.read({ headers: { cookie: text } } as never),
  requireGoodPassword: (text) => requireGoodPassword(text, 'ada@example.com', 'password'),
  readSignedBody: (text) =>
    (readSignedBody[0] as (...args: unknown[]) => void)(
      { headers: { 'stripe-signature': text } },
      null,
      () => undefined,
    ),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
