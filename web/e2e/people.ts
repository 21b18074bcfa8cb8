import { randomUUID } from 'node:crypto';
import type { Session } from '@inlet/contracts/sessions';
import { type APIRequestContext, expect } from '@playwright/test';

export interface Person {
  readonly email: string;
  readonly password: string;
  /** The session of a program of theirs, signed in from somewhere else. */
  readonly accessToken: string;
}

/** Somebody with an account of their own and no subscription, whom a test may lock out or delete. */
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

/** The status that the person's own data is answered with to whoever holds this token or key. */
export async function statusOfMe(request: APIRequestContext, token: string): Promise<number> {
  return (await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })).status();
}
