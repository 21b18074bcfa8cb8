import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { describedRoutes } from '#http/openapi/build-document.ts';
import type { ApiDocument } from '#http/openapi/document.ts';
import { listRoutes } from '#routes.test-setup.ts';

let account: TestAccount;
let document: ApiDocument;

beforeAll(async () => {
  account = await startTestAccount();
  document = (await account.call('GET /api/openapi.json')).body as ApiDocument;
});
afterAll(() => account.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every object in the document. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const item of Object.values(value)) yield* objectsIn(item);
}

describe('the description of the API', () => {
  it('has every public route of the app, and none that the app has not', () => {
    const routes = listRoutes(anotherApp(account.deps)).filter((route) => / \/(?:api|mail-events|files)\//.test(route));
    const described = describedRoutes().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const ofIngest = ['POST /api/forms/:endpointId', 'POST /f/:endpointId', 'GET /api/forms/:endpointId/schema'];
    expect(described.toSorted()).toEqual([...routes, ...ofIngest].toSorted());
  });

  it('is an OpenAPI 3.1 document', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'Inlet', version: expect.any(String) });
    expect(document.servers).toEqual([{ url: 'http://localhost:8080' }]);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(describedRoutes().length);
    for (const { path, method, operation } of operations()) {
      expect(path).toMatch(/^(\/([\w.-]+|\{\w+\}))+$/);
      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]);
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => status < '400')).toHaveLength(1);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect([status, description]).toEqual([expect.stringMatching(/^[2-5]\d\d$/), expect.stringMatching(/\w/)]);
      }
      const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      const schemes = operation.security.flatMap(Object.keys);
      expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(schemes));
    }
  });

  it('points only at schemas that it has, and has no schema that nothing points at', () => {
    const refs = new Set([...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])));
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...refs].toSorted()).toEqual(names.toSorted());
  });

  it('describes the validation: fields, limits and required ones', () => {
    const { SignUp, CreateForm, Form, Submission } = document.components.schemas;
    expect(SignUp).toMatchObject({
      required: ['email', 'password'],
      properties: { email: { format: 'email', maxLength: 254 }, password: { minLength: 8, maxLength: 256 } },
    });
    expect(CreateForm).toMatchObject({
      required: ['name', 'allowedOrigins'],
      properties: { name: { maxLength: 100 } },
    });
    expect(Form?.properties?.id).toEqual({ type: 'string', format: 'uuid' });
    expect(Submission?.properties?.data).toMatchObject({ type: 'object' });
    const limit = document.paths['/api/v1/forms/{id}/submissions']?.get?.parameters?.find(
      ({ name }) => name === 'limit',
    );
    expect(limit).toMatchObject({ in: 'query', required: false, schema: { minimum: 1, maximum: 200, default: 100 } });
  });

  it('describes each field in its own place', () => {
    const { DeletedSubmissions, EarlyProCount } = document.components.schemas;
    expect(DeletedSubmissions?.properties?.count?.description).toBe('Submissions that were deleted.');
    expect(EarlyProCount?.properties?.count?.description).toContain('Spots');
  });

  it('shows by its errors who is admitted', () => {
    const codesOf = (id: string) =>
      operations()
        .filter(({ operation }) => operation.operationId === id)
        .flatMap(({ operation }) =>
          Object.values(operation.responses).flatMap((answer) => Object.keys(answer['x-codes'] ?? {})),
        );
    expect(codesOf('updateForm')).toEqual(
      expect.arrayContaining(['unauthorized', 'subscription_required', 'key_may_only_read', 'form_not_found']),
    );
    const always = ['unauthorized', 'workspace_not_found', 'rate_limited', 'server_error', 'unavailable'];
    expect(codesOf('readMe')).toEqual(always);
    expect(codesOf('listProducts')).not.toContain('rate_limited');
    expect(codesOf('signIn')).not.toContain('unauthorized');
    expect(codesOf('createApiKey')).toEqual(expect.arrayContaining(['person_required', 'api_key_limit_reached']));
    expect(codesOf('submit')).toEqual(expect.arrayContaining(['origin_not_allowed', 'submission_limit_reached']));
  });

  // The rules that `redocly lint` recommends, except: no-server-example.com, because a local start is at localhost;
  // operation-4xx-response for calls without any input that could be refused, and for the way back from a provider,
  // which shows every failure on a page; and operation-2xx-response for redirects.
  it('has all that linters ask for', () => {
    expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
    for (const { name, description } of document.tags) expect([name, description]).toEqual([name, expect.any(String)]);
    for (const { anyOf } of objectsIn(document)) {
      for (const one of (anyOf ?? []) as object[]) expect(Object.keys(one)).not.toEqual([]);
    }
    const without = (kind: string) =>
      operations()
        .filter(({ operation }) => !Object.keys(operation.responses).some((status) => status.startsWith(kind)))
        .map(({ path }) => path);
    expect(without('4').toSorted()).toEqual([
      '/api/auth/oidc/{provider}/callback',
      '/api/config',
      '/api/openapi.json',
      '/api/payment/early-pro-count',
      '/api/products',
      '/api/reference',
    ]);
    expect(without('2').toSorted()).toEqual([
      '/api/auth/oidc/{provider}',
      '/api/auth/oidc/{provider}/callback',
      '/api/reference',
    ]);
  });

  it('names the redirect to the page, and the type of answers in lines', () => {
    expect(document.paths['/api/reference']?.get?.responses['302']).toEqual({
      description: 'A redirect to the page in the documentation',
      headers: {
        Location: { description: expect.any(String), schema: { type: 'string', const: '/docs/api-reference' } },
      },
    });
    const typesOf = (path: string) => Object.keys(document.paths[path]?.get?.responses['200']?.content ?? {});
    expect(typesOf('/api/v1/changes')).toEqual(['application/x-ndjson']);
    expect(typesOf('/api/v1/forms/{id}/export')).toContain('application/x-ndjson');
  });

  it('is told to programs as it is to everybody, for a while', async () => {
    const answer = await account.call('GET /api/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  });
});

it('is a page of the documentation', async () => {
  const answer = await fetch(`${account.url}/api/reference`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs/api-reference']);
});
