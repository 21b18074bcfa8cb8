import { markdownTable } from '#features/docs/markdown/markdown-table.ts';
import {
  type ApiOperation,
  type ApiSchema,
  apiDocument,
  nameOfRef,
  schemaNamed,
} from '#features/docs/reference/api-document.ts';
import {
  commonRefusals,
  groupOperations,
  operationsOf,
  ownResponses,
  pageOfGroup,
} from '#features/docs/reference/list-operations.ts';

const code = (text: string) => `\`${text}\``;

/** The groups of calls, each with the page that describes it. */
export function apiIndex(): string {
  return groupOperations()
    .map(({ name }) => `- [${name}](https://inlet.example/docs/${pageOfGroup(name)}.md)`)
    .join('\n');
}

export function commonErrors(): string {
  return markdownTable(
    ['Status', 'Code', 'Message'],
    commonRefusals.map(({ status, code: name, message }) => [status, code(name), message]),
  );
}

/** The calls of a group, one a row. */
export function apiGroup(name: string): string {
  return markdownTable(
    ['Call', 'What it does', 'Who may call', 'Takes', 'Answers'],
    operationsOf(name).map(({ method, path, operation }) => [
      code(`${method} ${path}`),
      [operation.summary, operation.description ?? ''].map((text) => text.replace(/(?<=.)\.?$/, '.')).join(' '),
      operation['x-access'],
      inputOf(operation),
      answersOf(operation),
    ]),
  );
}

/** Every schema, one a row. */
export function apiShapes(): string {
  const rows = Object.entries(apiDocument.components.schemas).map(([name, schema]) => [code(name), typeOf(schema)]);
  return markdownTable(['Shape', 'Content'], rows);
}

function inputOf({ parameters = [], requestBody }: ApiOperation): string {
  const named = parameters.map(
    ({ name, in: place, required, schema }) => `${place} ${code(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
  );
  const body = Object.values(requestBody?.content ?? {})[0]?.schema.$ref;
  return [...named, ...(body === undefined ? [] : [`body: ${typeOf(schemaNamed(nameOfRef(body)))}`])].join('; ');
}

function answersOf(operation: ApiOperation): string {
  return ownResponses(operation)
    .map(([status, { content = {}, 'x-codes': codes }]) => {
      const shapes = Object.entries(content).map(([type, { schema }]) => (schema.$ref ? nameOfRef(schema.$ref) : type));
      return [status, ...(codes ? Object.keys(codes) : shapes).map(code)].join(' ');
    })
    .join('; ');
}

/** A type as in TypeScript. */
function typeOf(schema: ApiSchema): string {
  if (schema.$ref !== undefined) return code(nameOfRef(schema.$ref));
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.properties) return fieldsOf(schema);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['anything']);
  return types.map((type) => (type === 'string' && schema.format) || type).join(' or ');
}

function fieldsOf({ properties = {}, required = [] }: ApiSchema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${code(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  return `{ ${fields.join(', ')} }`;
}
