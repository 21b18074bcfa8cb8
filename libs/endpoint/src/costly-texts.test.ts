import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { wordsOf } from '@inlet/contracts/languages/words';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import { pagePolicy, renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { thanksPage } from '@inlet/contracts/visitor-pages/pages';
import { costOfLarge, largeMaxMs, type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { backAddress } from '#answers/pages.ts';
import { wantsHtml } from '#answers/wants-html.ts';
import { parseContentType } from '#bodies/content-type.ts';
import { textDecoder } from '#bodies/decode-text.ts';
import { bodyParser } from '#bodies/parse-body.ts';
import { parseEndpointAddress } from '#submissions/endpoint-address.ts';
import { idempotencyKeyOf, identify, idFromGateway } from '#submissions/submission-id.ts';
import { splitSubmission } from '#submissions/submission-options.ts';
import { cleanName } from '#uploads/clean-name.ts';
import { guessType, isAccepted } from '#uploads/file-type.ts';
import { readUpload } from '#uploads/read-upload.ts';

const jsonType = { 'content-type': 'application/json' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const partsType = { 'content-type': 'multipart/form-data; boundary=b' };
const json = bodyParser(jsonType);
const form = bodyParser(formType);
const parts = bodyParser(partsType, true);

const partOf = (head: string, content: string) => Buffer.from(`--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`);
const fieldHead = 'content-disposition: form-data; name="a"';
const upload = { add: async (_field: string, _name: string | undefined, bytes: Readable) => void bytes.resume() };

function streamed(body: Buffer) {
  const stream = Object.assign(Readable.from([body]), { headers: partsType, socket: {}, complete: true });
  return readUpload(stream as unknown as IncomingMessage, upload as never, 1_048_576, () => () => undefined);
}

const readers: Readonly<Record<string, TextReader>> = {
  parseContentType,
  'parseContentType: parameters': (text) => parseContentType(`a/b;${text}`),
  'parseContentType: value': (text) => parseContentType(`a/b; name="${text}`),
  textDecoder,
  'JSON value': (text) => json(Buffer.from(JSON.stringify({ message: text }))),
  'JSON name': (text) => json(Buffer.from(JSON.stringify({ [text]: 'a' }))),
  'JSON body': (text) => json(Buffer.from(text)),
  'JSON begun': (text) => json(Buffer.from(`{"a":"${text}`)),
  'JSON numbers': (text) => json(Buffer.from(`{"a":[1.0,"${text.replaceAll(/["\\\p{Cc}]/gu, '')}"]}`)),
  'urlencoded body': (text) => form(Buffer.from(text)),
  'urlencoded value': (text) => form(Buffer.from(`a=${text}`)),
  'urlencoded charset': (text) => form(Buffer.from(`_charset_=${text}&a=b`)),
  'urlencoded escapes': (text) => form(Buffer.from(new URLSearchParams({ a: text.toWellFormed() }).toString())),
  'multipart body': (text) => parts(Buffer.from(text)),
  'multipart value': (text) => parts(partOf(fieldHead, text)),
  'multipart head': (text) => parts(partOf(text, '')),
  'multipart name': (text) => parts(partOf(`content-disposition: form-data; name="${text.slice(0, 3_000)}"`, '')),
  'multipart file': (text) => parts(partOf(`${fieldHead}; filename="${text.slice(0, 3_000)}"`, 'a')),
  'multipart type': (text) => parts(partOf(`${fieldHead}\r\ncontent-type: ${text.slice(0, 3_000)}`, 'a')),
  'multipart delimiters': (text) => parts(partOf(fieldHead, [...text.slice(0, text.length / 6)].join('\r\n--b'))),
  'upload body': (text) => streamed(Buffer.from(text)),
  'upload value': (text) => streamed(partOf(fieldHead, text)),
  'upload head': (text) => streamed(partOf(`${fieldHead}; ${text}`, 'a')),
  'upload file': (text) => streamed(partOf(`${fieldHead}; filename="${text}"`, 'a')),
  'splitSubmission: options': (text) =>
    splitSubmission({ fields: { a: text, _subject: text, _replyto: text, _redirect: text }, json: null }),
  'splitSubmission: captcha': (text) =>
    splitSubmission({ fields: { a: text, 'cf-turnstile-response': text }, json: null }, 'turnstile'),
  identify: (text) => identify('form', idempotencyKeyOf(text, text), text, false),
  'identify with a key': (text) => identify('form', 'key', text, false),
  idFromGateway: (text) => idFromGateway({ headers: { 'x-inlet-submission-id': text } }, ['token']),
  parseEndpointAddress,
  'parseEndpointAddress: path': (text) => parseEndpointAddress(`/f/${text}`),
  cleanName,
  guessType: (text) => guessType(text, Buffer.from(text)),
  isAccepted: (text) => isAccepted(['image/*', '.pdf'], text, text),
  thanksPage: (text) =>
    renderPage(thanksPage(wordsOf('en'), text, backAddress(`https://a.example/${text}`)), { fontUrl: '/font' }),
  'look of a page': (text) => renderPage(thanksPage(wordsOf('en'), null, null), lookOf(text)),
  'logo of a page': (text) => renderPage(thanksPage(wordsOf('en'), null, null), lookOf(`https://a.example/${text}`)),
  'policy of a page': (text) => pagePolicy(lookOf(`https://a.example/${text}`)),
  wantsHtml: (text) => wantsHtml({ accept: text, 'content-type': text }),
};

function lookOf(text: string) {
  return { look: { name: text, logo: text, color: text }, fontUrl: '/font' };
}

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});

it.each([
  ['escapes without end', `{"${'\\"'.repeat(500_000)}`],
  ['names of escapes', `{${'"\\\\":1,'.repeat(140_000)}"a":1}`],
  ['spaces before no colon', `["\\\\"${' '.repeat(1_000_000)}]`],
  ['quotes', `{"a\\\\":1,${'"'.repeat(1_000_000)}`],
  ['marks', `{"\\\\${'\ue000'.repeat(330_000)}":1}`],
])('parseVisitorJson reads a megabyte of %s in time', async (_what, text) => {
  expect(await costOfLarge(parseVisitorJson, text)).toBeLessThanOrEqual(largeMaxMs);
});
