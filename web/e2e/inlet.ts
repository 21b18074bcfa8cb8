import { randomUUID } from 'node:crypto';
import type { FormPage, UpdateFormPage } from '@inlet/contracts/form-page';
import type { CreateForm, Form, UpdateForm } from '@inlet/contracts/forms';
import type { RulesInput } from '@inlet/contracts/rules';
import type { Session } from '@inlet/contracts/sessions';
import type { Usage } from '@inlet/contracts/usage';
import { type APIRequestContext, expect, test } from '@playwright/test';

export const demo = {
  /** Each worker of Playwright has an account of its own: tests count, fill up and delete its forms. */
  get email(): string {
    const { config, parallelIndex } = test.info();
    return config.metadata.demoEmails[parallelIndex];
  },
  password: 'inlet-demo',
};
export const website = 'https://www.example.com';

const atOnce = 25;

/** Creates test data without the browser. */
export class Inlet {
  readonly #request: APIRequestContext;
  readonly #accessToken: string;
  readonly #created: Pick<Form, 'id'>[] = [];

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
    const form: Form = await answer.json();
    this.#created.push(form);
    return form;
  }

  async updateForm({ id }: Form, change: UpdateForm): Promise<void> {
    const answer = await this.#request.patch(`/api/v1/forms/${id}`, { data: change, headers: this.#headers() });
    expect(answer.status()).toBe(200);
  }

  async saveRules({ id }: Form, rules: RulesInput): Promise<void> {
    const answer = await this.#request.put(`/api/v1/forms/${id}/rules`, { data: rules, headers: this.#headers() });
    expect(answer.status()).toBe(200);
  }

  async updatePage({ id }: Form, change: UpdateFormPage): Promise<FormPage> {
    const answer = await this.#request.patch(`/api/v1/forms/${id}/page`, { data: change, headers: this.#headers() });
    expect(answer.status()).toBe(200);
    return answer.json();
  }

  async addTarget({ id }: Form, data: { readonly name: string; readonly url: string }): Promise<void> {
    const answer = await this.#request.post(`/api/v1/forms/${id}/targets`, { data, headers: this.#headers() });
    expect(answer.status()).toBe(201);
  }

  /** Creates forms up to the limit of the plan, and returns the limit. */
  async useUpForms(): Promise<number> {
    const { formLimit } = await this.useForms(1);
    return formLimit;
  }

  /** Creates forms until this share of the plan's limit is used. */
  async useForms(share: number): Promise<{ used: number; formLimit: number }> {
    const answer = await this.#request.get('/api/v1/usage', { headers: this.#headers() });
    const { currentForms, formLimit }: Usage = await answer.json();
    const used = Math.ceil(formLimit * share);
    await Promise.all(Array.from({ length: used - currentForms }, () => this.createForm()));
    return { used, formLimit };
  }

  /** Deletes a form that was created in the browser after the test. */
  deleteLater(formId: string): void {
    this.#created.push({ id: formId });
  }

  /** Deletes the forms of a test, so that the plan has room for the next one. */
  async deleteForms(): Promise<void> {
    for (const { id } of this.#created) {
      const answer = await this.#request.delete(`/api/v1/forms/${id}`, { headers: this.#headers() });
      expect([204, 404]).toContain(answer.status());
    }
  }

  /** Waits until this many submissions are stored: a submission is accepted before it can be read. */
  async waitForTotal(form: Form, total: number): Promise<void> {
    await expect.poll(() => this.#total(form)).toBe(total);
  }

  /** Sends a submission as a script on the form's website would. */
  async submit(form: Form, data: Record<string, unknown>, origin: string = website): Promise<void> {
    const answer = await this.#request.post(form.endpointUrl, { data, headers: { origin } });
    expect(answer.status()).toBe(200);
  }

  /** Sends this many submissions, number 0 first and the highest last, and waits until they are stored. */
  async submitMany(form: Form, count: number): Promise<void> {
    const before = await this.#total(form);
    const send = (number: number) => this.submit(form, { number: `number ${number} of ${count}` });
    await send(0);
    for (let next = 1; next < count - 1; next += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - 1 - next) }, (_, index) => send(next + index));
      await Promise.all(some);
    }
    await send(count - 1);
    await this.waitForTotal(form, before + count);
  }

  /** Sends a submission that the endpoint refuses, and returns the status. */
  async sendRefused(form: Form, data: Record<string, unknown>, origin: string): Promise<number> {
    return (await this.#request.post(form.endpointUrl, { data, headers: { origin } })).status();
  }

  /** The data of a form's submissions, at most 100, in the order in which they arrived. */
  async readData({ id }: Form): Promise<Record<string, string>[]> {
    const path = `/api/v1/forms/${id}/submissions?limit=100`;
    const { submissions } = await (await this.#request.get(path, { headers: this.#headers() })).json();
    return submissions.map(({ data }: { data: Record<string, string> }) => data).toReversed();
  }

  /** The public keys of receipts. */
  async readErasureKeys(): Promise<unknown> {
    return (await this.#request.get('/api/v1/erasures/key', { headers: this.#headers() })).json();
  }

  async #total(form: Form): Promise<number> {
    const path = `/api/v1/forms/${form.id}/submissions?limit=1`;
    return (await (await this.#request.get(path, { headers: this.#headers() })).json()).total;
  }

  #headers() {
    return { authorization: `Bearer ${this.#accessToken}` };
  }
}

/** Names are unique, so that no test finds another test's data. */
export function uniqueName(what: string): string {
  return `${what} ${randomUUID().slice(0, 8)}`;
}
