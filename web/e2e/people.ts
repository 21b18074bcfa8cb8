import { randomUUID } from 'node:crypto';
import type { Session } from '@inlet/contracts/sessions';
import { type APIRequestContext, expect } from '@playwright/test';

export interface Person {
  readonly email: string;
  readonly password: string;
  /** The session of the person's program, signed in elsewhere. */
  readonly accessToken: string;
}

/** A new person with an account and no subscription. A test may lock it out or delete it. */
export async function newPerson(request: APIRequestContext): Promise<Person> {
  const credentials = { email: `${randomUUID()}@example.test`, password: 'first-password' };
  const answer = await request.post('/api/auth/sign-up', {
    data: { ...credentials, transport: 'token' },
    headers: { 'user-agent': 'backup-script/2.1 (nightly)' },
  });
  expect(answer.status()).toBe(201);
  const session: Session = await answer.json();
  return { ...credentials, accessToken: session.access_token };
}

/** The status of a request for the person's own data with this token or key. */
export async function statusOfMe(request: APIRequestContext, token: string): Promise<number> {
  return (await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })).status();
}
