import { HttpError } from '@inlet/http/errors';
import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor, turnBack } from '#inbox/submissions/cursor.ts';

const id = '01890000-0000-7000-8000-000000000001';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it.each(['1970-01-01T00:00:00.000Z', '2025-03-05T08:00:00.123Z', '9999-12-31T23:59:59.999Z'])(
    'comes back from its text with the place it names, at %s',
    (time) => {
      for (const direction of ['older', 'newer'] as const) {
        const cursor = { createdAt: new Date(time), id, direction };
        const text = formatCursor(cursor);
        expect(text).toMatch(/^[\w-]{1,100}$/);
        expect(parseCursor(text)).toEqual(cursor);
      }
    },
  );

  it('takes along what the first page has counted', () => {
    for (const direction of ['older', 'newer'] as const) {
      const cursor = { createdAt: new Date(1), id, direction, total: { count: 1_000, isExact: false } };
      expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
      expect(turnBack(cursor).total).toEqual(cursor.total);
    }
  });

  it('leads to older ones when it says nothing of a direction', () => {
    expect(parseCursor(encode([1, id]))).toEqual({ createdAt: new Date(1), id, direction: 'older' });
  });

  it('names the same position when its id is written in capitals', () => {
    expect(parseCursor(encode([1, 'ABCDEFAB-0000-7000-8000-000000000001'])).id).toMatch(/^abcdefab-/);
  });

  it('turns back to a list that includes its own position', () => {
    const cursor = { createdAt: new Date(5), id };
    expect(turnBack({ ...cursor, direction: 'older' })).toMatchObject({ createdAt: new Date(4), direction: 'newer' });
    expect(turnBack({ ...cursor, direction: 'newer' })).toMatchObject({ createdAt: new Date(6), direction: 'older' });
    expect(turnBack({ createdAt: new Date(0), id, direction: 'older' }).createdAt).toEqual(new Date(0));
  });

  it.each([
    ['nothing', ''],
    ['garbage', '!!!'],
    ['broken JSON', Buffer.from('[1,').toString('base64url')],
    ['another shape', encode({ createdAt: 1, id })],
    ['a number alone', encode(1)],
    ['a list that is too short', encode([1])],
    ['a list that is too long', encode([1, id, 'newer', 1])],
    ['a number that may be exact or not', encode([1, id, null, 1])],
    ['a number below none', encode([1, id, null, -1, true])],
    ['another direction', encode([1, id, 'older'])],
    ['a direction that is a number', encode([1, id, 1])],
    ['a time that is a text', encode(['1', id])],
    ['a time before 1970', encode([-1, id])],
    ['a broken number', encode([1.5, id])],
    ['a time that no clock shows', encode([8_640_000_000_000_001, id])],
    ['a huge number', encode([1e300, id])],
    ['an id that is none', encode([1, 'x'])],
    ['an id with code behind it', encode([1, `${id}' or 1=1`])],
  ])('is refused when it is %s', (_what, text) => {
    expect(() => parseCursor(text)).toThrow(HttpError);
    expect(() => parseCursor(text)).toThrow('The cursor is not one that this list gave out');
  });
});
