import { errorBodySchema } from '@inlet/contracts/errors';
import type { HttpError } from '@inlet/service/http-error';
import type * as z from 'zod';
import { inputSchemas, outputSchemas } from '#openapi/component-schemas.ts';
import type { AnswerObject, ApiDocument, OperationObject, Parameter, Schema } from '#openapi/document.ts';
import { fieldNotes } from '#openapi/field-notes.ts';
import { type Access, groups, methodOf, type Operation, pathOf } from '#openapi/operation.ts';
import { submitFailureSchema } from '#openapi/operations/sending.ts';
import { refusalsOf } from '#openapi/refusals-of.ts';
import { refTo, toSchema, toSchemas } from '#openapi/to-schema.ts';

const about =
  'Inlet takes what forms on websites send and keeps it for their owners. Every refusal has a sentence for a person and a stable code for a program. Times are ISO 8601 in UTC.';

const accessWords: Readonly<Record<Access, string>> = {
  everybody: 'Everybody',
  person: 'A person who is signed in',
  caller: 'A person who is signed in, or an API key',
  subscriber: 'A person who is signed in, or an API key, with an active subscription',
};

const securityOf: Readonly<Record<Access, OperationObject['security']>> = {
  everybody: [],
  person: [{ session: [] }],
  caller: [{ session: [] }, { apiKey: [] }],
  subscriber: [{ session: [] }, { apiKey: [] }],
};

/** The description of the API for programs, made from the schemas that validate and the errors that are thrown. */
export function buildDocument(operations: readonly Operation[], publicUrl: string): ApiDocument {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    const path = pathOf(operation).replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [methodOf(operation).toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Inlet', version: '1', description: about },
    servers: [{ url: publicUrl }],
    tags: groups.map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...toSchemas(inputSchemas, 'input'), ...toSchemas(outputSchemas, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a session. It lives 15 minutes.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, which begins with `inlet_`.' },
      },
    },
  };
}

function describe(operation: Operation): OperationObject {
  const { id, summary, details, group, access, body } = operation;
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    summary,
    ...(details !== undefined && { description: details }),
    tags: [group],
    'x-access': accessWords[access],
    security: securityOf[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: bodyOf(body, operation.bodyTypes) }),
    responses: answersOf(operation),
  };
}

function parametersOf(operation: Operation): Parameter[] {
  const inPath = [...pathOf(operation).matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
    const schema = name === 'endpointId' ? { type: 'string' } : { type: 'string', format: 'uuid' };
    return { name, in: 'path', required: true, ...noteOf(name), schema };
  });
  const query: Schema = operation.query ? toSchema(operation.query, 'input') : {};
  const inQuery = Object.entries(query.properties ?? {}).map(([name, { description, ...schema }]): Parameter => {
    const required = query.required?.includes(name) ?? false;
    return { name, in: 'query', required, ...(description !== undefined && { description }), schema };
  });
  const inHeaders = Object.entries(operation.headers ?? {}).map(([name, description]): Parameter => {
    return { name, in: 'header', required: false, description, schema: { type: 'string' } };
  });
  return [...inPath, ...inQuery, ...inHeaders];
}

function noteOf(name: string): { description?: string } {
  const description = fieldNotes[name];
  return description === undefined ? {} : { description };
}

function bodyOf(body: z.ZodType, bodyTypes: readonly string[] = ['application/json']) {
  const schema = refTo(inputSchemas, body);
  const required = (toSchema(body, 'input').required ?? []).length > 0;
  return { required, content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])) };
}

function answersOf(operation: Operation): Record<string, AnswerObject> {
  const answers: Record<string, AnswerObject> = { [operation.success.status]: successOf(operation) };
  for (const [status, refusals] of Object.entries(Object.groupBy(refusalsOf(operation), (refusal) => refusal.status))) {
    if (refusals) answers[status] = refusalOf(refusals, operation.isOwn ?? true);
  }
  return answers;
}

function successOf({ success }: Operation): AnswerObject {
  const { says, schema, contentTypes } = success;
  if (schema) return { description: says, content: { 'application/json': { schema: refTo(outputSchemas, schema) } } };
  if (!contentTypes) return { description: says };
  const content = contentTypes.map((type) => [type, { schema: type.endsWith('/json') ? {} : { type: 'string' } }]);
  return { description: says, content: Object.fromEntries(content) };
}

function refusalOf(refusals: readonly HttpError[], isOwn: boolean): AnswerObject {
  const schema = refTo(outputSchemas, isOwn ? errorBodySchema : submitFailureSchema);
  return {
    description: [...new Set(refusals.map(({ message }) => message))].join(' · '),
    content: { 'application/json': { schema } },
    'x-codes': Object.fromEntries(refusals.map(({ code, message }) => [code, message])),
  };
}
