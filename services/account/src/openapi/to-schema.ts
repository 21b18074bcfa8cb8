import { emailSchema } from '@inlet/contracts/sessions';
import { submissionSchema } from '@inlet/contracts/submissions';
import * as z from 'zod';
import type { Schema } from '#openapi/document.ts';
import { fieldNotes } from '#openapi/field-notes.ts';

type Named = Readonly<Record<string, z.ZodType>>;
type Direction = 'input' | 'output';

const placeOf = (name: string) => `#/components/schemas/${name}`;

/** Schemas that point at one another, from those that validate. */
export function toSchemas(named: Named, io: Direction): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: placeOf, io, unrepresentable: 'any', override });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema) as Schema]));
}

export function toSchema(schema: z.ZodType, io: Direction): Schema {
  return tidy(z.toJSONSchema(schema, { io, unrepresentable: 'any', override })) as Schema;
}

/** Points at a schema that has a name. */
export function refTo(named: Named, schema: z.ZodType): Schema {
  const name = Object.keys(named).find((one) => named[one] === schema);
  if (name === undefined) throw new Error('A schema has no name in the description');
  return { $ref: placeOf(name) };
}

/** What zod cannot see: what a check behind a transformation means, and that fields are an object. */
function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Record<string, unknown> }): void {
  if (zodSchema === emailSchema) jsonSchema.format = 'email';
  if (zodSchema === submissionSchema.shape.data) jsonSchema.type = 'object';
}

/** Left out: what says where it was made, patterns that a format says in a word, bounds that every number has. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const known = value as Record<string, unknown>;
  const kept = Object.entries(known).filter(([name, item]) => {
    if (name === '$schema' || name === '$id') return false;
    if (name === 'pattern') return known.format === undefined;
    return !(typeof item === 'number' && Math.abs(item) === Number.MAX_SAFE_INTEGER);
  });
  return Object.fromEntries(kept.map(([name, item]) => [name, name === 'properties' ? noted(item) : tidy(item)]));
}

function noted(properties: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties as Record<string, object>).map(([name, schema]) => {
      const description = fieldNotes[name];
      return [name, { ...(tidy(schema) as object), ...(description !== undefined && { description }) }];
    }),
  );
}
