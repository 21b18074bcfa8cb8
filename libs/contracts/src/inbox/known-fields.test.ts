import { expect, it } from 'vitest';
import { chooseColumns, discoverFields } from '#inbox/known-fields.ts';

const long = 'It was a dark night, and the page stayed white for a minute. '.repeat(3);
const [name, email] = ['Ada Lovelace', 'ada@example.com'];

it.each<[string, object, string[]]>([
  ['a contact form', { message: long, email, name, lang: 'en' }, ['name', 'email', 'message']],
  [
    'a bug report',
    {
      title: 'Crash',
      severity: 'high',
      browser: 'Firefox',
      steps: long,
      url: 'https://a.example',
      stack: `${long}${long}`,
    },
    ['title', 'severity', 'browser', 'steps'],
  ],
  ['a newsletter', { email, lang: 'en', consent: 'yes' }, ['email', 'lang', 'consent']],
  ['a job application', { name, email, position: 'Engineer', message: long }, ['name', 'email', 'position', 'message']],
  ['a survey', { q1: 'Yes', q2: 'Often', rating: 5, tags: ['a'] }, ['q1', 'q2', 'rating', 'tags']],
  ['an order', { quantity: 2, product: 'Mug', email, name }, ['name', 'email', 'product', 'quantity']],
  ['a name in two parts', { lastName: 'Lovelace', firstName: 'Ada', email }, ['firstName', 'lastName', 'email']],
  ['only links', { a: 'https://a.example', b: 'https://b.example' }, ['a', 'b']],
  ['a captcha', { email, 'g-recaptcha-response': '03AGdBq27'.repeat(5) }, ['email']],
])('chooses columns for %s', (_, data, shown) => {
  const fields = chooseColumns(discoverFields([data as Record<string, unknown>]));
  expect(fields.filter((field) => field.shown).map((field) => field.name)).toEqual(shown);
  expect(new Set(fields.map((field) => field.name))).toEqual(new Set(Object.keys(data)));
});

it('gives a message the width that is left, and shares the width where there is none', () => {
  const widthsOf = (data: Record<string, unknown>) =>
    Object.fromEntries(chooseColumns(discoverFields([data])).map((field) => [field.name, field.width]));
  expect(widthsOf({ email, name, message: 'Hi' })).toEqual({ name: 142, email: 216, message: null });
  expect(widthsOf({ email, lang: 'en' })).toEqual({ email: null, lang: null });
});

it('shows the fields that the owner chose', () => {
  const discovered = discoverFields([{ name, company: 'Acme', message: 'Hi', remarks: long, plan: 'Pro' }]);
  const fields = chooseColumns(discovered, { name: 'company', subject: 'plan', message: 'remarks' });
  expect(fields.filter((field) => field.shown).map((field) => field.name)).toEqual(['company', 'plan', 'remarks']);
});

it('leaves out what few submissions have', () => {
  const rows = [
    { email, lang: 'en', coupon: 'X' },
    { email, lang: 'en' },
    { email, lang: 'de' },
  ];
  const fields = chooseColumns(discoverFields(rows));
  expect(fields.map((field) => [field.name, field.shown])).toEqual([
    ['email', true],
    ['lang', true],
    ['coupon', false],
  ]);
});
