import { groups, type Route } from '@inlet/contracts/api/route';
import {
  schemaRoute,
  sendingRoutes,
  submitFailureSchema,
  submitRefusals,
  submitTypes,
} from '@inlet/contracts/api/sending';
import { errorBodySchema } from '@inlet/contracts/errors';
import { serverError, unavailable } from '@inlet/http/errors';
import type * as z from 'zod';
import { type ServedRoute, served, servedRoutes } from '#http/handler.ts';
import type { AnswerObject, ApiDocument, OperationObject, Parameter, Schema } from '#http/openapi/document.ts';
import { type RefusalNote, refusalsOf } from '#http/openapi/refusals-of.ts';
import { createSchemas, type Schemas } from '#http/openapi/schemas.ts';

const about =
  'Inlet receives the forms of websites and stores them for their owners. Every refusal has a sentence for people and a stable code for programs. Times are ISO 8601 in UTC.';

const byAccount = { words: 'A person who is signed in, or an API key', security: [{ session: [] }, { apiKey: [] }] };
const bySubscriber = { ...byAccount, words: `${byAccount.words}, with an active subscription` };
const byEverybody = { words: 'Everybody', security: [] };
const accesses = {
  public: byEverybody,
  stripe: byEverybody,
  mailer: byEverybody,
  caller: byAccount,
  person: { words: 'A person who is signed in', security: [{ session: [] }] },
  session: { words: 'A person who is signed in', security: [{ session: [] }] },
  account: byAccount,
  subscriber: bySubscriber,
  form: bySubscriber,
  target: bySubscriber,
  hook: bySubscriber,
  replay: bySubscriber,
  erasure: byAccount,
  workspace: { words: 'A person who is signed in, in the workspace', security: [{ session: [] }] },
  internal: byEverybody,
} as const satisfies Record<Route['access'], { words: string; security: OperationObject['security'] }>;

const pathParameters: Readonly<Record<string, Partial<Parameter>>> = {
  endpointId: { description: 'The public name of the form.', schema: { type: 'string' } },
  sid: { description: 'The id of the submission.' },
  aid: { description: 'The id of the attempt.' },
};
const jsonOnly = ['application/json'];

interface Described extends ServedRoute<string> {
  readonly bodyTypes: readonly string[];
  readonly failure: z.ZodType;
  readonly refusals: readonly RefusalNote[];
}

/** The catalogue as an OpenAPI document. */
export function buildDocument(publicUrl: string): ApiDocument {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const described of describedRoutes()) {
    const path = described.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [described.method]: describe(schemas, described) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Inlet', version: '1', description: about, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.named(),
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a session. It lasts 15 minutes.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, which starts with `inlet_`.' },
      },
    },
  };
}

/** The public endpoint, which ingest serves, and every public route of this service. */
export function describedRoutes(): Described[] {
  const submit = { bodyTypes: submitTypes, failure: submitFailureSchema };
  const refusals = [...submitRefusals, serverError(), unavailable()];
  const sending = Object.entries(sendingRoutes).map(([id, { address, ...route }]) => {
    return { ...served(id, address, route), ...submit, refusals };
  });
  const { address: schemaAddress, refused, ...schema } = schemaRoute;
  const reading = { ...served('readSchema', schemaAddress, schema), ...submit, refusals: [...refused, serverError()] };
  const own = servedRoutes
    .filter(({ route }) => route.access !== 'internal')
    .map((route) => ({ ...route, bodyTypes: jsonOnly, failure: errorBodySchema, refusals: refusalsOf(route) }));
  return [...sending, reading, ...own];
}

function describe(schemas: Schemas, { id, path, route, ...rest }: Described): OperationObject {
  const { summary, description, group, access, body, bodyLines } = route;
  const parameters = parametersOf(schemas, path, route);
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [group],
    'x-access': accesses[access].words,
    security: accesses[access].security,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: bodyOf(schemas, body, rest.bodyTypes) }),
    ...(bodyLines && { requestBody: bodyOf(schemas, bodyLines, ['application/x-ndjson']) }),
    responses: { [route.success.status]: successOf(schemas, route), ...refusalAnswers(schemas, rest) },
  };
}

function parametersOf(schemas: Schemas, path: string, route: Route): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
    return { name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' }, ...pathParameters[name] };
  });
  const query: Schema = route.query ? schemas.of(route.query, 'input') : {};
  const inQuery = Object.entries(query.properties ?? {}).map(([name, { description = '', ...schema }]): Parameter => {
    return { name, in: 'query', required: query.required?.includes(name) ?? false, description, schema };
  });
  const inHeaders = Object.entries(route.headers ?? {}).map(([name, description]): Parameter => {
    return { name, in: 'header', required: false, description, schema: { type: 'string' } };
  });
  return [...inPath, ...inQuery, ...inHeaders];
}

function bodyOf(schemas: Schemas, body: z.ZodType, bodyTypes: readonly string[]) {
  const schema = schemas.of(body, 'input');
  const required = !body.safeParse({}).success;
  return { required, content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])) };
}

function successOf(schemas: Schemas, { success }: Route): AnswerObject {
  const { description } = success;
  if ('schema' in success) {
    const lines = success.lines && { 'application/x-ndjson': { schema: schemas.of(success.lines, 'output') } };
    return { description, content: { 'application/json': { schema: schemas.of(success.schema, 'output') }, ...lines } };
  }
  if ('location' in success) {
    const schema = { type: 'string', ...(success.location !== null && { const: success.location }) };
    return { description, headers: { Location: { description: 'The address of the page.', schema } } };
  }
  if (!('contentTypes' in success)) return { description };
  const schema = success.lines && schemas.of(success.lines, 'output');
  const content = success.contentTypes.map((type) => [
    type,
    { schema: schema ?? (type.endsWith('/json') ? {} : { type: 'string' }) },
  ]);
  return { description, content: Object.fromEntries(content) };
}

function refusalAnswers(schemas: Schemas, { refusals, failure }: Pick<Described, 'refusals' | 'failure'>) {
  const content = { 'application/json': { schema: schemas.of(failure, 'output') } };
  const answers: Record<string, AnswerObject> = {};
  for (const { status, code, message } of refusals.toSorted((a, b) => a.status - b.status)) {
    const codes = { ...answers[status]?.['x-codes'], [code]: message };
    answers[status] = { description: Object.values(codes).join(' · '), content, 'x-codes': codes };
  }
  return answers;
}
