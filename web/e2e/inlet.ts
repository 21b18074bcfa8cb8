import { randomUUID } from 'node:crypto';
import type { CreateForm, Form } from '@inlet/contracts/forms';
import type { Session } from '@inlet/contracts/sessions';
import { type APIRequestContext, expect } from '@playwright/test';

export const demo = { email: 'demo@inlet.local', password: 'inlet-demo' };
export const website = 'https://www.example.com';

/** Makes what a test needs, without the browser. */
export class Inlet {
  readonly #request: APIRequestContext;
  readonly #accessToken: string;

  private constructor(request: APIRequestContext, accessToken: string) {
    this.#request = request;
    this.#accessToken = accessToken;
  }

  static async signIn(request: APIRequestContext): Promise<Inlet> {
    const answer = await request.post('/api/auth/sign-in', { data: { ...demo, transport: 'token' } });
    expect(answer.status()).toBe(200);
    const session: Session = await answer.json();
    return new Inlet(request, session.access_token);
  }

  async createForm(overrides: Partial<CreateForm> = {}): Promise<Form> {
    const data: CreateForm = { name: uniqueName('Form'), allowedOrigins: [website], ...overrides };
    const answer = await this.#request.post('/api/v1/forms', { data, headers: this.#headers() });
    expect(answer.status()).toBe(201);
    return answer.json();
  }

  /** Waits until this many submissions are stored: a submission is accepted before it can be read. */
  async waitForTotal(form: Form, total: number): Promise<void> {
    const path = `/api/v1/forms/${form.id}/submissions?limit=1`;
    const readTotal = async () => (await (await this.#request.get(path, { headers: this.#headers() })).json()).total;
    await expect.poll(readTotal).toBe(total);
  }

  /** Sends a submission as a script on the form's website would. */
  async submit(form: Form, data: Record<string, unknown>): Promise<void> {
    const answer = await this.#request.post(form.endpointUrl, { data, headers: { origin: website } });
    expect(answer.status()).toBe(200);
  }

  #headers() {
    return { authorization: `Bearer ${this.#accessToken}` };
  }
}

/** No test may find what another one made. */
export function uniqueName(what: string): string {
  return `${what} ${randomUUID().slice(0, 8)}`;
}
