import { describe, expect, it } from 'vitest';
import { isDatabaseAway } from '#faults.ts';

const withCode = (code: unknown) => Object.assign(new Error('something of the database'), { code });

describe('isDatabaseAway', () => {
  it.each([
    ['08006', 'the connection broke'],
    ['40001', 'a serialization that lost'],
    ['40P01', 'a deadlock'],
    ['53100', 'the disk is full'],
    ['53300', 'too many connections'],
    ['57P01', 'the server shuts down'],
    ['57P03', 'the server starts up'],
    ['58030', 'the server cannot read its disk'],
    ['25006', 'the old server after a failover, read-only'],
    ['ECONNREFUSED', 'nobody listens'],
    ['ECONNRESET', 'cut off'],
    ['EPIPE', 'cut off while writing'],
    ['ETIMEDOUT', 'no answer'],
    ['EHOSTUNREACH', 'no way to the host'],
    ['ENETUNREACH', 'no way to the network'],
    ['ENOTFOUND', 'a name without an address'],
    ['EAI_AGAIN', 'no answer from DNS'],
  ])('says yes to %s: %s', (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true);
  });

  it.each([
    ['22021', 'a character that PostgreSQL cannot store'],
    ['22P05', 'an escape that it cannot store'],
    ['23502', 'a value is missing'],
    ['23505', 'a value is there already'],
    ['25P02', 'an earlier statement of the transaction failed'],
    ['42P01', 'no such table'],
    ['42703', 'no such column'],
    ['28P01', 'a wrong password'],
    ['3D000', 'no such database'],
    ['P2002', 'a rule of Prisma'],
    ['08', 'no code at all'],
    ['ERR_INVALID_ARG_TYPE', 'our own mistake'],
  ])('says no to %s: %s', (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('says yes to the client when it says: %s', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  it('returns true when every address of the server refuses', () => {
    const refused = [withCode('ECONNREFUSED'), withCode('ECONNREFUSED')];
    expect(isDatabaseAway(Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' }))).toBe(true);
  });

  it.each([
    ['another error', new TypeError('Cannot read properties of undefined')],
    ['an error whose code is no text', withCode(53_300)],
    ['a text', 'Connection terminated unexpectedly'],
    ['nothing', undefined],
  ])('says no to %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
