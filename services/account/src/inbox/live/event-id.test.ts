import { describe, expect, it } from 'vitest';
import { formatEventId, parseEventId } from '#inbox/live/event-id.ts';

describe('the position that a client comes back with', () => {
  it('is behind the submission whose event it was', () => {
    expect(parseEventId(formatEventId('1763646000000-3', 2))).toEqual({ position: '1763646000000-3', sent: 3 });
  });

  it('is behind the whole batch where no submission is named', () => {
    expect(parseEventId('1763646000000-3')).toEqual({ position: '1763646000000-3', sent: null });
  });

  it.each(['', '-', '1', '1-', '1-2.', '1-2.x', '1-2.1000', ' 1-2', '1-2\n', '+', `${'9'.repeat(21)}-0`])(
    'is unknown in %j',
    (text) => {
      expect(parseEventId(text)).toBeNull();
    },
  );
});
