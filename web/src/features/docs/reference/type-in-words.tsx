import { Fragment, type ReactNode } from 'react';
import { type ApiSchema, nameOfRef } from '#features/docs/reference/api-document.ts';

const plainTypes: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'id (UUID)',
  'date-time': 'time',
  date: 'day',
  email: 'email address',
};

/** The type of a field and its limits. */
export function TypeInWords({ schema }: { schema: ApiSchema }) {
  const hasDefault = schema.default !== undefined && schema.default !== '';
  return (
    <>
      {baseInWords(schema)}
      {hasDefault && <>, else {literal(schema.default)}</>}
    </>
  );
}

function baseInWords(schema: ApiSchema): ReactNode {
  if (schema.$ref !== undefined) return linkToShape(schema.$ref);
  if (schema.anyOf) return joined(schema.anyOf.map(baseInWords));
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return joined(schema.enum.map(literal));
  if (schema.items) {
    return (
      <>
        list of {baseInWords(schema.items)}
        {span(schema.minItems, schema.maxItems, '')}
      </>
    );
  }
  return plainInWords(schema);
}

function plainInWords(schema: ApiSchema): string {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return 'anything';
  const words = types.map((type) => (type === 'string' && formats[schema.format ?? '']) || (plainTypes[type] ?? type));
  const characters = span(schema.minLength, schema.maxLength, ' characters');
  return words.join(' or ') + characters + span(schema.minimum, schema.maximum, '');
}

function linkToShape(ref: string): ReactNode {
  return <a href={`/docs/api-shapes#${shapeId(ref)}`}>{nameOfRef(ref)}</a>;
}

/** The anchor of a schema on its page. */
export function shapeId(ref: string): string {
  return `shape-${nameOfRef(ref)}`;
}

function joined(parts: readonly ReactNode[]): ReactNode {
  return parts.map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a schema's parts have no names and never move
    <Fragment key={position}>
      {position > 0 && ' or '}
      {part}
    </Fragment>
  ));
}

function literal(value: unknown): ReactNode {
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}

function span(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return `, ${from} to ${to}${unit}`;
  if (to !== undefined) return `, ${to}${unit} at most`;
  return from === undefined ? '' : `, ${from}${unit} at least`;
}
