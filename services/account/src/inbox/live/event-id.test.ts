import { describe, expect, it } from 'vitest';
import { formatEventId, parsePlace } from '#inbox/live/event-id.ts';

describe('the place that a client comes back with', () => {
  it('is behind the submission whose event it was', () => {
    expect(parsePlace(formatEventId('1763646000000-3', 2))).toEqual({ position: '1763646000000-3', told: 3 });
  });

  it('is behind the whole batch where no submission is named', () => {
    expect(parsePlace('1763646000000-3')).toEqual({ position: '1763646000000-3', told: null });
  });

  it.each(['', '-', '1', '1-', '1-2.', '1-2.x', '1-2.1000', ' 1-2', '1-2\n', '+', `${'9'.repeat(21)}-0`])(
    'is unknown in %j',
    (text) => {
      expect(parsePlace(text)).toBeNull();
    },
  );
});
