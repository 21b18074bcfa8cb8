import * as z from 'zod';
import type { Schema } from '#http/openapi/document.ts';

type Direction = 'input' | 'output';

export interface Schemas {
  /** A reference to a named schema; inline if it has no name. */
  readonly of: (schema: z.ZodType, io: Direction) => Schema;
  /** All named schemas. */
  readonly named: () => Record<string, Schema>;
}

const pointerOf = (name: string) => `#/components/schemas/${name}`;

/** Converts validation schemas to JSON Schemas. `.meta({ id })` names a schema. */
export function createSchemas(): Schemas {
  const inputs = new Set<string>();

  function convert(io: Direction): Record<string, Schema> {
    const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: pointerOf, io, unrepresentable: 'any' });
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema)]));
  }

  return {
    of: (schema, io) => {
      const id = z.globalRegistry.get(schema)?.id;
      if (id === undefined) return tidy(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
      if (io === 'input') inputs.add(id);
      return { $ref: pointerOf(id) };
    },
    named: () => {
      const [input, output] = [convert('input'), convert('output')];
      return Object.fromEntries(
        Object.entries(output)
          .map(([name, schema]): [string, Schema] => [name, inputs.has(name) ? (input[name] ?? {}) : schema])
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
  };
}

/** Removes names, patterns that a format describes in a word, and the bounds that every integer has. */
function tidy(schema: object): Schema {
  const kept = Object.entries(schema).filter(([name, item]) => {
    if (name === '$schema' || name === '$id' || name === 'id') return false;
    if (name === 'pattern') return !('format' in schema);
    return !(typeof item === 'number' && Math.abs(item) === Number.MAX_SAFE_INTEGER);
  });
  return Object.fromEntries(
    kept.map(([name, item]) => [name, name === 'properties' ? mapValues(item as object, tidyAny) : tidyAny(item)]),
  );
}

function tidyAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyAny);
  return typeof value === 'object' && value !== null ? tidy(value) : value;
}

function mapValues(values: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
