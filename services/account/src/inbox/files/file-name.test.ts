import { expect, it } from 'vitest';
import { contentDisposition } from '#inbox/files/file-name.ts';

function namesIn(header: string): { plain: string; extended: string } {
  const found = /^attachment; filename="([ !#-[\]-~]+)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(header);
  if (!found) throw new Error(`Not a header that every client reads: ${header}`);
  return { plain: found[1] ?? '', extended: decodeURIComponent(found[2] ?? '') };
}

it.each([
  ['Contact', 'Contact', 'Contact'],
  ['Café Ñandú', 'Cafe Nandu', 'Café Ñandú'],
  ['Wünsche 🎁', 'Wunsche _', 'Wünsche 🎁'],
  ['お問い合わせ', '_', 'お問い合わせ'],
  ['the "best" form', 'the -best- form', 'the -best- form'],
  ['../../etc/passwd', '-..-etc-passwd', '-..-etc-passwd'],
  ['C:\\Users\\me', 'C-Users-me', 'C-Users-me'],
  ['a\r\nset-cookie: b=c', 'a-set-cookie- b=c', 'a-set-cookie- b=c'],
  ['100 % (it’s *ours*)', '100 _ (it_s -ours-)', '100 % (it’s -ours-)'],
  ["o'clock", "o'clock", "o'clock"],
  ['gpj\u202eexe', 'gpj-exe', 'gpj-exe'],
  [' .. ', 'form', 'form'],
])('names the file after a form called %j', (form, plain, extended) => {
  expect(namesIn(contentDisposition(form, 'csv'))).toEqual({
    plain: `${plain}-submissions.csv`,
    extended: `${extended}-submissions.csv`,
  });
});

it('says what is in the file', () => {
  expect(namesIn(contentDisposition('Contact', 'ndjson')).extended).toBe('Contact-submissions.ndjson');
});
