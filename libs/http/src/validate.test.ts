import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { HttpError } from '#errors.ts';
import { validate } from '#validate.ts';

const schema = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required'),
  origins: z.array(z.string('Origin must be text')).default([]),
});

describe('validate', () => {
  it('returns the parsed value', () => {
    expect(validate(schema, { name: ' Contact ', other: 1 })).toEqual({ name: 'Contact', origins: [] });
  });

  it('refuses with 422, a sentence for each field, and the first one as the message', () => {
    const refuse = () => validate(schema, { name: '', origins: ['https://a.test', 7] });
    expect(refuse).toThrow(HttpError);
    expect(refuse).toThrow(
      expect.objectContaining({
        status: 422,
        code: 'invalid_input',
        message: 'Name is required',
        details: {
          issues: [
            { field: 'name', message: 'Name is required' },
            { field: 'origins.1', message: 'Origin must be text' },
          ],
        },
      }),
    );
  });

  it('refuses what is no object at all', () => {
    expect(() => validate(schema, undefined)).toThrow(expect.objectContaining({ status: 422, code: 'invalid_input' }));
  });
});

it.each([
  [z.coerce.number().int().min(1).max(200), '0', 'Must be at least 1'],
  [z.coerce.number().int().min(1).max(200), '201', 'Must be at most 200'],
  [z.coerce.number(), 'x', 'Must be a number'],
  [z.array(z.uuid()).min(1), [], 'Must have at least 1 entry'],
  [z.uuid(), 'x', 'Must be a UUID'],
  [z.enum(['open', 'done']), 'x', 'Must be open or done'],
  [z.boolean(), undefined, 'This field is required'],
  [z.strictObject({}), { form: 1 }, 'There is no field form'],
  [z.string().max(3, 'A word of its own'), 'long', 'A word of its own'],
])('speaks to a person where a schema has no words', (schema, value, message) => {
  expect(() => validate(schema, value)).toThrow(message);
});
