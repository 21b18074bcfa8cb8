import { expect, it } from 'vitest';
import { mentionAt, withMention } from '#features/submissions/mention.ts';

it.each([
  ['@', ''],
  ['Please look, @Ad', 'ad'],
  ['(@ada@example', 'ada@example'],
  ['a\n@b.c+d-e', 'b.c+d-e'],
])('finds the mention at the end of %j', (text, word) => {
  expect(mentionAt(text, text.length)?.word).toBe(word);
});

it.each(['', 'ada', 'ada@example', '@ada ', `@${'a'.repeat(300)}`])('finds none at the end of %j', (text) => {
  expect(mentionAt(text, text.length)).toBeNull();
});

it('completes the mention at the caret, with a space behind it', () => {
  const text = 'Ask @ad, please';
  const start = mentionAt(text, 7);
  expect(start && withMention(text, start, 'ada@example.com')).toEqual({
    text: 'Ask @ada@example.com , please',
    caret: 21,
  });
  const ends = mentionAt('@ad ok', 3);
  expect(ends && withMention('@ad ok', ends, 'ada@example.com')).toEqual({ text: '@ada@example.com ok', caret: 17 });
});
