import { describe, expect, it } from 'vitest';
import { wordsOf } from '#languages/words.ts';
import type { FieldRule } from '#rules/field-rule.ts';
import { fieldMarkup, type Typed } from '#visitor-pages/form-fields.ts';

const show = (rule: FieldRule, typed: Typed = {}) => fieldMarkup(wordsOf('en'), rule, 0, typed, undefined);
const six = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('a field of a hosted page', () => {
  it.each<[string, FieldRule, RegExp]>([
    [
      'a text',
      { name: 'x', type: 'text', minLength: 2, maxLength: 9, pattern: 'a+' },
      /<input type="text" id="field-0" name="x" value="" pattern="a\+" minlength="2" maxlength="9" dir="auto">/,
    ],
    [
      'a long text',
      { name: 'x', type: 'text', rows: 3, required: true },
      /<textarea id="field-0" name="x" required rows="3" dir="auto">/,
    ],
    ['an address', { name: 'x', type: 'email' }, /type="email"[^>]* autocomplete="email"/],
    ['a number', { name: 'x', type: 'number', min: 1, max: 2.5 }, /type="number"[^>]* min="1" max="2.5" step="any"/],
    ['a date', { name: 'x', type: 'date', min: '2026-01-31' }, /type="date"[^>]* min="2026-01-31"/],
    [
      'few options',
      { name: 'x', type: 'choice', options: six, required: true },
      /<fieldset.*<legend.*type="radio"[^>]* value="a" required/s,
    ],
    [
      'many options',
      { name: 'x', type: 'choice', options: [...six, 'g'] },
      /<select id="field-0" name="x" dir="auto"><option value="">/,
    ],
    [
      'several options',
      { name: 'x', type: 'choice', options: [...six, 'g'], multiple: true },
      /type="checkbox"[^>]* value="g"/,
    ],
    ['a consent', { name: 'x', type: 'consent', required: true }, /type="checkbox" value="yes" name="x" required>/],
    [
      'files',
      { name: 'x', type: 'file', accept: ['.pdf', 'image/*'], multiple: true },
      /type="file"[^>]* accept=".pdf,image\/\*" multiple/,
    ],
    ['a hidden field', { name: 'x', type: 'hidden', label: 'Unseen' }, /^<input type="hidden" name="x" value="">$/],
  ])('is what a browser has for it: %s', (_what, rule, expected) => {
    expect(show(rule)).toMatch(expected);
  });

  it('has its label as the text of a label, and says what may be left out', () => {
    expect(show({ name: 'x', label: 'Your name', type: 'text', required: true })).toMatch(
      /<label for="field-0" dir="auto">Your name<\/label>(?! <span)/,
    );
    expect(show({ name: 'x', type: 'text' })).toContain('>x</label> <span class="optional">optional</span>');
  });

  it('keeps what was typed', () => {
    expect(show({ name: 'x', type: 'text', rows: 2 }, { x: '\na' })).toContain('>\n\na</textarea>');
    expect(
      show({ name: 'x', type: 'choice', options: six, multiple: true }, { x: ['a', 'c'] }).match(/ checked/g),
    ).toHaveLength(2);
    expect(show({ name: 'x', type: 'choice', options: [...six, 'g'] }, { x: 'g' })).toContain('value="g" selected');
    expect(show({ name: 'x', type: 'consent' }, { x: 'on' })).toContain(' checked');
    expect(show({ name: '__proto__', type: 'text' }, {})).toContain('value=""');
    expect(show({ name: 'x', type: 'text' }, { x: { toString: 1 } })).toContain('value=""');
  });

  it('escapes every text', () => {
    const evil = `"'><script>&`;
    for (const type of ['text', 'choice', 'consent', 'file', 'hidden', 'number'] as const)
      for (const multiple of [true, false]) {
        const rule = {
          name: evil,
          label: evil,
          help: evil,
          placeholder: evil,
          pattern: evil,
          options: [evil],
          accept: [evil],
          type,
          multiple,
        };
        expect(fieldMarkup(wordsOf('fr'), rule, 0, { [evil]: evil }, evil)).not.toMatch(
          /<script|"'>|&(?!(?:amp|lt|gt|quot|#39);)/,
        );
      }
  });
});
