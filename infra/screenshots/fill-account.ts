import * as z from 'zod';

const website = 'https://www.example.com';
const sessionSchema = z.object({ access_token: z.string() });
const formSchema = z.object({ id: z.string(), endpointUrl: z.string() });
const pageSchema = z.object({ total: z.number() });

/** What people sent to the form of the picture; the last one stands first. */
const messages = [
  ['Clara Olsen', 'clara@example.org', 'Is the workshop in May already full?'],
  ['Samuel Obi', 'samuel@example.net', 'Please call me back about the invoice from last week.'],
  ['Priya Nair', 'priya@example.com', 'Which of your plants are safe for cats?'],
  ['Tomás Silva', 'tomas@example.org', 'We would like to order twenty pieces for our office.'],
  ['Hannah Roth', 'hannah@example.net', 'Great talk yesterday. Are the slides online?'],
  ['Luca Conti', 'luca@example.com', 'Can I change the delivery address of my order?'],
  ['Aiko Tanaka', 'aiko@example.com', 'Thank you, the order arrived this morning.'],
  ['Jonas Weber', 'jonas@example.net', 'A table for four on Friday at eight, please.'],
  ['Marta Ruiz', 'marta@example.org', 'Do you also deliver to Bilbao?'],
] as const;

/** Gives the demo account a form as a small business has one, and answers its id. */
export async function fillAccount(url: string): Promise<string> {
  const credentials = { email: 'demo@inlet.local', password: 'inlet-demo', transport: 'token' };
  const { access_token } = sessionSchema.parse(await post(`${url}/api/auth/sign-in`, credentials));
  const authorization = `Bearer ${access_token}`;
  const form = { name: 'Contact form', description: 'On every page of the shop', allowedOrigins: [website] };
  const { id, endpointUrl } = formSchema.parse(await post(`${url}/api/v1/forms`, form, { authorization }));
  for (const [name, email, message] of messages) {
    await post(endpointUrl, { name, email, message }, { origin: website });
  }
  await waitForTotal(`${url}/api/v1/forms/${id}/submissions?limit=1`, authorization);
  return id;
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function waitForTotal(url: string, authorization: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { headers: { authorization } });
    if (pageSchema.parse(await answer.json()).total >= messages.length) return;
  }
}
