import type { Form } from '@inlet/contracts/forms';
import { type APIRequestContext, expect } from '@playwright/test';
import { demo, uniqueName, website } from './inlet.ts';
import type { Sample } from './samples/read-samples.ts';

/** The forms and keys that the samples mention, in an account of the tested product. */
export interface Scene {
  /** Accepts submissions from every website. */
  readonly open: Form;
  /** Accepts submissions from the tested pages and from one website. */
  readonly limited: Form;
  /** Samples copy and delete this form. */
  readonly copied: Form;
  /** The form of a sample; samples that change a form have their own. */
  readonly formOf: (sample: Sample) => Form;
  readonly env: (sample: Sample) => Record<string, string>;
  /** The code with the address of the product and the ids of a form filled in. */
  readonly fill: (code: string, form: Form) => string;
  readonly total: (form: Form) => Promise<number>;
  readonly waitForTotal: (form: Form, total: number) => Promise<void>;
  /** Sends another submission, and waits until it is stored. */
  readonly submit: (form: Form) => Promise<void>;
  /** Deletes a form. */
  readonly remove: (form: Form) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A submission is stored within milliseconds; polling once a second would take most of a test's time. */
const often = { intervals: [25, 50, 100] };

export async function openScene(request: APIRequestContext, baseUrl: string, pageOrigin: string): Promise<Scene> {
  const call = async <T>(method: string, path: string, data: unknown, token?: string): Promise<T> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await request.fetch(path, { method, headers, ...(data !== undefined && { data }) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? (undefined as T) : await answer.json();
  };
  const session = await call<{ access_token: string }>('POST', '/api/auth/sign-in', { ...demo, transport: 'token' });
  const token = session.access_token;
  const addForm = (allowedOrigins: readonly string[]) =>
    call<Form>('POST', '/api/v1/forms', { name: uniqueName('Samples'), allowedOrigins }, token);
  const addOpenForm = async () => {
    const { id } = await addForm([website]);
    return call<Form>('PATCH', `/api/v1/forms/${id}`, { allowedOrigins: [] }, token);
  };
  const addKey = (scope: string) =>
    call<{ key: string }>(
      'POST',
      '/api/v1/me/api-keys',
      { name: uniqueName(scope), scope, password: demo.password },
      token,
    );

  const earlier = await call<{ forms: Form[] }>('GET', '/api/v1/forms', undefined, token);
  const open = await addOpenForm();
  const spare = await addOpenForm();
  const settled = await addOpenForm();
  const copied = await addOpenForm();
  // The newest form, so that a list starts with a form that has origins.
  const limited = await addForm([pageOrigin.replace('http://', ''), website]);
  const [read, write] = [await addKey('read'), await addKey('write')];
  const total = async (form: Form) => {
    const path = `/api/v1/forms/${form.id}/submissions?limit=1`;
    return (await call<{ total: number }>('GET', path, undefined, token)).total;
  };

  return {
    open,
    limited,
    copied,
    formOf: ({ words: { form = '' } }) => ({ write: spare, settings: settled, limited })[form] ?? open,
    env: ({ words }) => ({
      INLET_API_KEY: [words.form, words.key].includes('write') ? write.key : read.key,
      INLET_EMAIL: demo.email,
      INLET_PASSWORD: demo.password,
    }),
    fill: (code, form) =>
      code
        .replaceAll('https://inlet.example', baseUrl)
        .replaceAll('ENDPOINT_ID', form.endpointId)
        .replaceAll('FORM_ID', form.id),
    total,
    waitForTotal: (form, expected) => expect.poll(() => total(form), often).toBe(expected),
    submit: async (form) => {
      const { pathname } = new URL(form.endpointUrl);
      const answer = await request.post(pathname, { data: { email: 'ada@example.com' }, headers: { origin: website } });
      const { submissionId } = await answer.json();
      const stored = `/api/v1/forms/${form.id}/submissions/${submissionId}`;
      const headers = { authorization: `Bearer ${token}` };
      await expect.poll(async () => (await request.get(stored, { headers })).status(), often).toBe(200);
    },
    remove: ({ id }) => call('DELETE', `/api/v1/forms/${id}`, undefined, token),
    close: async () => {
      const { forms } = await call<{ forms: Form[] }>('GET', '/api/v1/forms', undefined, token);
      const kept = new Set(earlier.forms.map(({ id }) => id));
      for (const { id } of forms) if (!kept.has(id)) await call('DELETE', `/api/v1/forms/${id}`, undefined, token);
    },
  };
}
