import type { FieldRule } from '@inlet/contracts/field-rule';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestIngest, type TestIngest } from '#ingest.test-setup.ts';

let redis: TestRedis;
let ingest: TestIngest;

beforeAll(async () => {
  redis = await createTestRedis();
  ingest = await startTestIngest({ redis });
});
afterAll(async () => {
  await ingest?.close();
  await redis?.close();
});

const fields: FieldRule[] = [
  { name: 'email', type: 'email', label: 'E-mail', required: true },
  { name: 'code', type: 'text', minLength: 22 },
  { name: 'day', type: 'date', label: 'Datum', min: '2026-05-01' },
];
const rules = { version: 1, mode: 'enforce', unknown: 'refuse', fields } as const;
const page = { title: null, introduction: null, button: null, thanks: null, accent: null };

async function send(
  form: object,
  values: Record<string, string>,
  { part = '', ...headers }: Record<string, string> = {},
) {
  const endpointId = await ingest.addForm({ allowedOrigins: [], ...form });
  const response = await fetch(`${ingest.url}/f/${endpointId}${part}`, {
    method: 'POST',
    headers: { accept: 'text/html', referer: 'https://shop.example/contact', ...headers },
    body: new URLSearchParams(values),
  });
  return { status: response.status, text: await response.text() };
}

describe('the page of a visitor', () => {
  it.each([
    ['of the browser', undefined, 'de-AT,de;q=0.9,en;q=0.5', 'de', 'Vielen Dank', 'Zurück zur Website'],
    ['of the form', 'ja', 'de', 'ja', 'ありがとうございます', 'ウェブサイトに戻る'],
    ['of nobody in particular', undefined, 'is, *;q=0.5', 'en', 'Thank you', 'Back to the website'],
  ])('is in the language %s', async (_whose, language, accepted, lang, title, back) => {
    const { status, text } = await send({ language }, { a: '1' }, { 'accept-language': accepted });
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${lang}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`${back}</a>`);
  });

  it('lists faults by what is wrong, with the plurals and dates of its language', async () => {
    const bad = { code: 'abc', day: '2026-01-31', '<i>': '1' };
    const { status, text } = await send({ rules, language: 'pl' }, bad);
    expect(status).toBe(422);
    expect(text).toContain('4 pola nie są wypełnione zgodnie z wymaganiami formularza.');
    expect(text).toContain('<li>E-mail: Proszę wypełnić to pole.</li>');
    expect(text).toContain('<li>code: Proszę wpisać co najmniej 22 znaki.</li>');
    expect(text).toContain('<li>Datum: Najwcześniejsza możliwa data to 1 maja 2026.</li>');
    expect(text).toContain('<li>Formularz nie ma pola „&lt;i&gt;”.</li>');
    expect(text).toContain('Wróć do formularza</a>');
  });

  it('is the hosted page again, with each fault at its field', async () => {
    const { text } = await send(
      { rules, page, name: 'Dotazník' },
      { code: 'abc' },
      { 'accept-language': 'cs', part: '/page' },
    );
    expect(text).toContain('<html lang="cs" dir="ltr">');
    expect(text).toContain('Zkontrolujte prosím: Dotazník</h1>');
    expect(text).toContain('<a href="#field-0">E-mail: Vyplňte prosím toto pole.</a>');
    expect(text).toContain('id="field-1-fault" dir="auto">Zadejte prosím alespoň 22 znaků.</p>');
    expect(text).toContain('<button class="button" dir="auto">Odeslat</button>');
  });

  it('says a limit in the units of its language', async () => {
    const { status, text } = await send({ bodyMaxBytes: 1_500, language: 'fr' }, { a: 'x'.repeat(2_000) });
    expect(status).toBe(413);
    expect(text).toContain('la limite est de 1,5\u202fko.');
  });
});

it('the answer to a program is in English, whatever it accepts', async () => {
  const { text } = await send(
    { rules, language: 'tr' },
    { email: 'ada', code: 'abc' },
    { accept: 'application/json', 'accept-language': 'de' },
  );
  expect(JSON.parse(text)).toEqual({
    success: false,
    error: '2 fields are not filled in as the form asks',
    code: 'invalid_fields',
    errors: [
      { field: 'email', code: 'TYPE_EMAIL', message: 'E-mail must be an email address' },
      { field: 'code', code: 'LENGTH', message: 'This field must have at least 22 characters' },
    ],
  });
});
