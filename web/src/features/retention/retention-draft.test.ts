import { describe, expect, it } from 'vitest';
import { checkDraft, daysOf, draftOf } from '#features/retention/retention-draft.ts';

describe('the days of a form', () => {
  it('begin with 90 where there are none yet, and are off', () => {
    expect(draftOf(null)).toEqual({ isOn: false, days: '90' });
    expect(daysOf(draftOf(null))).toBeNull();
    expect(daysOf(draftOf(14))).toBe(14);
  });

  it.each(['', '0', '3651', '1.5', '-3', '1e2', 'ninety'])('cannot be %j', (days) => {
    expect(checkDraft({ isOn: true, days })).toEqual({ days: 'Enter a number of days from 1 to 3,650' });
    expect(checkDraft({ isOn: false, days })).toEqual({});
  });

  it.each(['1', ' 90 ', '3650'])('can be %j', (days) => {
    expect(checkDraft({ isOn: true, days })).toEqual({});
  });
});
