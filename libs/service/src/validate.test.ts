import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { HttpError } from '#http-error.ts';
import { validate } from '#validate.ts';

const schema = z.object({
  name: z.string('Name is required').trim().min(1, 'Name is required'),
  origins: z.array(z.string('Origin must be text')).default([]),
});

describe('validate', () => {
  it('answers with the parsed value', () => {
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
