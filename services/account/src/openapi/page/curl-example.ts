import type { ApiDocument, OperationObject, Schema } from '#openapi/document.ts';

const id = '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e';

/** What a field is shown with. */
const examples: Readonly<Record<string, unknown>> = {
  email: 'you@example.com',
  password: 'correct horse',
  currentPassword: 'correct horse',
  newPassword: 'battery staple',
  name: 'Contact',
  description: 'The form on the contact page',
  allowedOrigins: ['https://example.com'],
  token: 'the token of the link',
};

/** What steers is left to those who need it; the first example of an endpoint is a website's own fields. */
const submission = { email: 'visitor@example.com', message: 'Hello' };

/** How a route is called from a terminal. */
export function curlExample(document: ApiDocument, method: string, path: string, operation: OperationObject): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const address = path.replace('{endpointId}', 'abc123def456').replaceAll(/\{\w+\}/g, id);
  const lines = [
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    ...(operation.security.length > 0 ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...(body ? ["-H 'content-type: application/json'", `-d '${JSON.stringify(exampleBody(document, body))}'`] : []),
  ];
  const isStream = operation.responses['200']?.content?.['text/event-stream'] !== undefined;
  const url = `curl ${isStream ? '-N ' : ''}'${document.servers[0]?.url ?? ''}${address}'`;
  return [url, ...lines].join(' \\\n  ');
}

function exampleBody(document: ApiDocument, { $ref = '' }: Schema): unknown {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  if (name === 'Submit') return submission;
  const schema = document.components.schemas[name];
  const object = schema?.anyOf?.[0] ?? schema ?? {};
  const required = object.required ?? [];
  // Where nothing is needed, the first field shows what can be said.
  const names = required.length > 0 ? required : Object.keys(object.properties ?? {}).slice(0, 1);
  return Object.fromEntries(names.map((field) => [field, exampleOf(field, object.properties?.[field] ?? {})]));
}

function exampleOf(name: string, schema: Schema): unknown {
  if (examples[name] !== undefined) return examples[name];
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [exampleOf('', schema.items ?? {})];
  return schema.format === 'uuid' ? id : 'text';
}
