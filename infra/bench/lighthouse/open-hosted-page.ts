import { formSchema } from '@inlet/contracts/forms';
import type { RulesInput } from '@inlet/contracts/rules';
import { sessionSchema } from '@inlet/contracts/sessions';
import { demoCredentials } from '#with-browser.ts';

/** A field of every kind that a page shows. */
const fields: RulesInput['fields'] = [
  { name: 'name', type: 'text', label: 'Your name', required: true },
  { name: 'email', type: 'email', label: 'Email', help: 'We write back to this address.', required: true },
  { name: 'phone', type: 'tel', label: 'Phone' },
  { name: 'guests', type: 'number', label: 'Guests', min: 1, max: 9 },
  { name: 'day', type: 'date', label: 'Day of arrival' },
  { name: 'meal', type: 'choice', label: 'Meal', options: ['With meat', 'Vegetarian', 'Vegan'] },
  { name: 'month', type: 'choice', label: 'Month', options: Array.from({ length: 12 }, (_, index) => `${index + 1}`) },
  { name: 'days', type: 'choice', label: 'Days', options: ['Saturday', 'Sunday'], multiple: true },
  { name: 'message', type: 'text', label: 'Message', rows: 5 },
  { name: 'file', type: 'file', label: 'Your file' },
  { name: 'terms', type: 'consent', label: 'I agree to the terms', required: true },
];
const page = { enabled: true, title: 'Spring workshop', introduction: 'A weekend in March.', accent: '#ffe600' };

/** Opens the hosted page of a new form, and returns its path. */
export async function openHostedPage(url: string): Promise<string> {
  const ask = async (method: string, path: string, body: object, headers = {}): Promise<unknown> => {
    const sent = { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    const answer = await fetch(url + path, sent);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const session = await ask('POST', '/api/auth/sign-in', { ...demoCredentials, transport: 'token' });
  const headers = { authorization: `Bearer ${sessionSchema.parse(session).access_token}` };
  const created = await ask(
    'POST',
    '/api/v1/forms',
    { name: 'Workshop', allowedOrigins: ['https://www.example.com'] },
    headers,
  );
  const { id, endpointId } = formSchema.parse(created);
  await ask('PUT', `/api/v1/forms/${id}/rules`, { mode: 'enforce', unknown: 'keep', fields }, headers);
  await ask('PATCH', `/api/v1/forms/${id}/page`, page, headers);
  return `/s/${endpointId}`;
}
