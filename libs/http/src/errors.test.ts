import { describe, expect, it } from 'vitest';
import { defineHttpError, HttpError, methodNotAllowed, toHttpError, unavailable } from '#errors.ts';

describe('defineHttpError', () => {
  it('makes the refusal from the arguments of the throwing code', () => {
    const limitReached = defineHttpError(
      429,
      'limit_reached',
      (limit: number) => `Only ${limit} are allowed`,
      (limit) => ({ headers: { 'x-limit': String(limit) } }),
    );
    expect(limitReached(3)).toMatchObject({
      status: 429,
      code: 'limit_reached',
      message: 'Only 3 are allowed',
      details: { headers: { 'x-limit': '3' } },
    });
  });

  it('lists the allowed methods with a 405, and the time to retry with a 503', () => {
    expect(methodNotAllowed('POST, OPTIONS')).toMatchObject({
      status: 405,
      details: { headers: { allow: 'POST, OPTIONS' } },
    });
    expect(unavailable()).toMatchObject({ status: 503, details: { headers: { 'retry-after': '2' } } });
  });
});

describe('toHttpError', () => {
  it('keeps a refusal that was meant', () => {
    const refusal = new HttpError(403, 'forbidden', 'No');
    expect(toHttpError(refusal)).toBe(refusal);
  });

  it('takes an address whose escapes spell no text for one that does not exist', () => {
    const error = Object.assign(new URIError("Failed to decode param '%ff'"), { status: 400, expose: true });
    expect(toHttpError(error)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([
    [400, 'malformed_body'],
    [412, 'precondition_failed'],
    [416, 'range_not_satisfiable'],
  ])('keeps the %i that Express or its middleware may show, with words of its own', (status, code) => {
    const error = Object.assign(new Error('internal words'), { status, expose: status === 400 });
    const refusal = toHttpError(error);
    expect(refusal).toMatchObject({ status, code });
    expect(refusal.message).not.toContain('internal');
  });

  it.each([
    ['an error', new Error('password is hunter2')],
    [
      'an error of a client library, whose status is not ours',
      Object.assign(new Error('no such price'), { status: 404 }),
    ],
    ['a 5xx of a library', Object.assign(new Error('gone'), { status: 502, expose: true })],
    ['a text', 'hunter2'],
    ['nothing', undefined],
  ])('makes a general 500 without internals of %s', (_, thrown) => {
    expect(toHttpError(thrown)).toMatchObject({
      status: 500,
      code: 'server_error',
      message: 'Server error',
      details: {},
    });
  });
});
