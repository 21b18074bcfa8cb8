import { readRules } from '@inlet/contracts/rules';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { suggestFromHtml } from '#html/suggest-from-html.ts';

const fieldsOf = (html: string) => suggestFromHtml(html).fields;

it('reads the fields of a contact form', () => {
  const html = `<!doctype html><form action="https://inlet.example/f/abc" method="post">
    <label for="n">Your <b>name</b>: *</label><input id="n" name="name" required minlength="2" maxlength="80" placeholder="Ada">
    <label>Email <input type="EMAIL" name="email" required></label>
    <input name="site" type="url" aria-label="Website">
    <input name="phone" type=tel pattern="[0-9 ]+" title="Digits and spaces">
    <input name="guests" type="number" min="1" max="9.5">
    <input name="day" type="date" min="2026-01-31">
    <label>Message <textarea name="message" rows="6" maxlength=1000>typed</textarea></label>
    <input type="hidden" name="source" value="web">
    <input type="file" name="cv" accept=".pdf, image/*" multiple>
    <input name="_gotcha" style="display:none"><input type="text"><input name="off" disabled>
    <button name="go">Send</button><input type="submit" name="send"></form>`;
  expect(suggestFromHtml(html)).toEqual({
    mode: 'warn',
    unknown: 'keep',
    fields: [
      {
        name: 'name',
        label: 'Your name',
        type: 'text',
        required: true,
        minLength: 2,
        maxLength: 80,
        placeholder: 'Ada',
      },
      { name: 'email', label: 'Email', type: 'email', required: true },
      { name: 'site', label: 'Website', type: 'url' },
      { name: 'phone', help: 'Digits and spaces', type: 'tel', pattern: '[0-9 ]+' },
      { name: 'guests', type: 'number', min: 1, max: 9.5 },
      { name: 'day', type: 'date', min: '2026-01-31' },
      { name: 'message', label: 'Message', type: 'text', maxLength: 1_000, rows: 6 },
      { name: 'source', type: 'hidden' },
      { name: 'cv', type: 'file', accept: ['.pdf', 'image/*'], multiple: true },
    ],
  });
});

it('reads choices, boxes and lists', () => {
  const html = `<label>Size <select name=size required><option value="">Choose</option><optgroup label=x><option>S</option>
      <option value="M">Medium</option></optgroup></select></label>
    <select name="tags[]" multiple><option>a<option>b</select>
    <fieldset><legend>Color</legend><label><input type=radio name=color value=red required> Red</label>
      <label><input type=radio name=color value=blue> Blue</label></fieldset>
    <input type=checkbox name="days[]" value=mon><input type=checkbox name="days[]" value=tue>
    <label><input type=checkbox name=terms required> I agree</label>
    <input name="friend[]"><input name="friend[]">`;
  expect(fieldsOf(html)).toEqual([
    { name: 'size', label: 'Size', type: 'choice', required: true, options: ['S', 'M'] },
    { name: 'tags[]', type: 'choice', options: ['a', 'b'], multiple: true },
    { name: 'color', label: 'Color', type: 'choice', required: true, options: ['red', 'blue'] },
    { name: 'days[]', type: 'choice', options: ['mon', 'tue'], multiple: true },
    { name: 'terms', label: 'I agree', type: 'consent', required: true },
    { name: 'friend[]', type: 'text', multiple: true },
  ]);
});

it('chooses the form with the most fields, with those that stand outside of it', () => {
  const html = `<form><input name=q></form><form id=f><input name=a></form><input name=b form=f><input name=c form=none>`;
  expect(fieldsOf(html).map(({ name }) => name)).toEqual(['a', 'b']);
});

it('leaves out what cannot be saved', () => {
  const many = Array.from({ length: 1_001 }, (_, index) => `<option>${index}`).join('');
  const html = `<input name=a pattern="(?=x)"><input name=b minlength=5 maxlength=2><input name=c type=number min=9 max=1>
    <input name=d type=file accept="pdf"><select name=e>${many}</select><select name=f></select>
    <input name=g type=date min=tomorrow><input name="${'h'.repeat(201)}"><input name=i type=color>`;
  expect(fieldsOf(html)).toEqual([
    { name: 'a', type: 'text' },
    { name: 'b', type: 'text', maxLength: 2 },
    { name: 'c', type: 'number', max: 1 },
    { name: 'd', type: 'file' },
    { name: 'e', type: 'text' },
    { name: 'f', type: 'text' },
    { name: 'g', type: 'date' },
    { name: 'i', type: 'text' },
  ]);
});

it('stays below the limits of all rules together', () => {
  const inputs = (more: string) => Array.from({ length: 150 }, (_, index) => `<input name=n${index} ${more}>`).join('');
  expect(fieldsOf(inputs(''))).toHaveLength(100);
  expect(fieldsOf(inputs('pattern="a{400}"')).filter(({ pattern }) => pattern !== undefined)).toHaveLength(4);
  const options = Array.from({ length: 400 }, (_, index) => `<option>${index}`).join('');
  const selects = ['a', 'b', 'c'].map((name) => `<select name=${name}>${options}</select>`).join('');
  expect(fieldsOf(selects).map(({ type }) => type)).toEqual(['choice', 'choice', 'text']);
  const large = suggestFromHtml(inputs(`title="${'€'.repeat(450)}"`));
  expect(large.fields.length).toBeGreaterThan(50);
  expect(readRules(large)).toEqual({ rules: large });
});

it('reads the beginning of a page that is too deep', () => {
  const html = `<input id=a name=a><label for=a>${'<div>'.repeat(19_000)}<input name=b>`;
  expect(fieldsOf(html)).toEqual([{ name: 'a', type: 'text' }]);
});

it('suggests rules that can be saved, whatever the page', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<form>',
      '</form>',
      '<input ',
      '<select ',
      '<option ',
      '<textarea ',
      '<label ',
      'name=',
      'type=',
      'value=',
    ),
    fc.constantFrom(
      '"',
      "'",
      '>',
      '<',
      '/',
      ' ',
      'a',
      'radio',
      'checkbox',
      'number',
      'date',
      'file',
      'pattern=',
      'min=',
      'max=',
    ),
    fc.constantFrom(
      'maxlength=',
      'minlength=',
      'accept=',
      'multiple ',
      'required ',
      'title=',
      '9',
      '-1',
      '[a-z]+',
      '2026-01-31',
    ),
    hostileText,
  );
  const property = fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
    const rules = suggestFromHtml(pieces.join(''));
    expect(readRules(rules)).toEqual({ rules });
  });
  fc.assert(property, cases(1_000));
});
