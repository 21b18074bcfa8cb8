import { formListSchema, formSchema } from '@inlet/contracts/forms';
import { sessionSchema } from '@inlet/contracts/sessions';
import { submissionPageSchema } from '@inlet/contracts/submissions';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { demoCredentials } from '#with-browser.ts';

const website = 'https://example.com';

/** Two more forms besides those of the demo account, and their submissions. */
const forms = [
  {
    form: { name: 'Spring workshop', description: 'Registration for the weekend in March', allowedOrigins: [website] },
    submissions: [
      { name: 'Hannah Roth', email: 'hannah@example.net', day: 'Saturday' },
      { name: 'Samuel Obi', email: 'samuel@example.com', day: 'Saturday' },
      { name: 'Clara Olsen', email: 'clara@example.org', day: 'Sunday' },
      { name: 'Luca Conti', email: 'luca@example.com', day: 'Sunday' },
    ],
  },
  {
    form: {
      name: 'Repairs',
      description: 'Asks for a date, and what is broken',
      allowedOrigins: [website, 'https://*.example.com'],
    },
    submissions: [
      { email: 'marta@example.org', piece: 'Chair 2019', message: 'One leg is loose.' },
      { email: 'joao@example.net', piece: 'Desk lamp', message: 'The switch does nothing.' },
    ],
  },
];

/** The content of the contact form's spam folder. */
const spam = [
  { name: 'Crypto Daily', email: 'daily@example.net', message: 'Double your coins in a week, ask us how.' },
  { name: 'Web Design', email: 'design@example.org', message: 'Dear owner, your website needs a redesign.' },
  { name: 'Rank Boosters', email: 'team@example.net', message: 'First page of every search engine, guaranteed!!!' },
  { name: 'J. Prince', email: 'prince@example.org', message: 'I have a sum of money for you. Reply in confidence.' },
  { name: 'Cheap Pills', email: 'pills@example.com', message: 'http://example.com/a http://example.com/b BUY NOW' },
];

/** A form with two files, and the fields of its one submission. */
const application = {
  form: { name: 'Applications', description: 'From the page about jobs', allowedOrigins: [website] },
  fields: { name: 'Nora Fischer', email: 'nora@example.org', position: 'Carpenter', message: 'I can begin in March.' },
  files: { cv: 'nora-fischer-cv.pdf', portfolio: 'tables-and-chairs.zip' },
};

export interface FilledForms {
  readonly contactId: string;
  /** The form whose submission has files. */
  readonly applicationsId: string;
}

/** Gives the demo account the data of a small business. */
export async function fillAccount(url: string): Promise<FilledForms> {
  const session = await ask(`${url}/api/auth/sign-in`, { ...demoCredentials, transport: 'token' });
  const { access_token } = sessionSchema.parse(session);
  const authorization = `Bearer ${access_token}`;
  const create = async (form: object) => formSchema.parse(await ask(`${url}/api/v1/forms`, form, { authorization }));
  const untilStored = (id: string, count: number, isSpam = false) =>
    waitUntil(
      async () => {
        const list = `${url}/api/v1/forms/${id}/submissions?limit=1&spam=${isSpam}`;
        return submissionPageSchema.parse(await ask(list, undefined, { authorization })).total === count;
      },
      { what: 'every submission to be stored' },
    );
  const applications = await create(application.form);
  await sendFiles(applications.endpointUrl);
  await untilStored(applications.id, 1);
  for (const { form, submissions } of forms) {
    const { id, endpointUrl } = await create(form);
    for (const submission of submissions) await ask(endpointUrl, submission, { origin: website });
    await untilStored(id, submissions.length);
  }
  const listed = formListSchema.parse(await ask(`${url}/api/v1/forms`, undefined, { authorization }));
  const contact = listed.forms.find(({ name }) => name === 'Contact');
  if (!contact) throw new Error('The demo account has no form called Contact');
  for (const each of spam) await ask(contact.endpointUrl, { ...each, _gotcha: 'x' }, { origin: website });
  await untilStored(contact.id, spam.length, true);
  return { contactId: contact.id, applicationsId: applications.id };
}

async function sendFiles(endpointUrl: string): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(application.fields)) body.append(name, value);
  const content = new Uint8Array(184_000);
  for (const [name, file] of Object.entries(application.files)) body.append(name, new Blob([content]), file);
  const answer = await fetch(endpointUrl, { method: 'POST', body, headers: { origin: website } });
  if (!answer.ok) throw new Error(`${endpointUrl} answered ${answer.status}: ${await answer.text()}`);
}

async function ask(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url, { ...sent, headers: { 'content-type': 'application/json', ...headers } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
