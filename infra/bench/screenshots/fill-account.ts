import { formListSchema, formSchema } from '@inlet/contracts/forms';
import { sessionSchema } from '@inlet/contracts/sessions';
import { submissionPageSchema } from '@inlet/contracts/submissions';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { demoCredentials } from '#with-browser.ts';

const website = 'https://example.com';

/** Two more forms beside those that the demo account has anyway, and what was sent to them. */
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

/** Makes the demo account one of a small business, and answers the id of its contact form. */
export async function fillAccount(url: string): Promise<string> {
  const session = await ask(`${url}/api/auth/sign-in`, { ...demoCredentials, transport: 'token' });
  const { access_token } = sessionSchema.parse(session);
  const authorization = `Bearer ${access_token}`;
  for (const { form, submissions } of forms) {
    const { id, endpointUrl } = formSchema.parse(await ask(`${url}/api/v1/forms`, form, { authorization }));
    for (const submission of submissions) await ask(endpointUrl, submission, { origin: website });
    const list = `${url}/api/v1/forms/${id}/submissions?limit=1`;
    const countStored = async () => submissionPageSchema.parse(await ask(list, undefined, { authorization })).total;
    await waitUntil(async () => (await countStored()) === submissions.length, {
      what: 'every submission to be stored',
    });
  }
  const listed = formListSchema.parse(await ask(`${url}/api/v1/forms`, undefined, { authorization }));
  const contact = listed.forms.find(({ name }) => name === 'Contact');
  if (!contact) throw new Error('The demo account has no form called Contact');
  return contact.id;
}

async function ask(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url, { ...sent, headers: { 'content-type': 'application/json', ...headers } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
