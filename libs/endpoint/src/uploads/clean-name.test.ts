import { expect, it } from 'vitest';
import { cleanName } from '#uploads/clean-name.ts';

it.each([
  ['cv.pdf', 'cv.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\cv.pdf', 'cv.pdf'],
  ['..', 'file'],
  ['../', 'file'],
  [undefined, 'file'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u2066a\u2069\u200b.html', 'a.html'],
  ['a\r\nset-cookie: b=c\0.txt', 'aset-cookie: b=c.txt'],
  [`${'n'.repeat(5_000)}.txt`, `${'n'.repeat(196)}.txt`],
  ['n'.repeat(5_000), 'n'.repeat(200)],
  [`a.${'x'.repeat(5_000)}`, `a.${'x'.repeat(198)}`],
  [`${'🎁'.repeat(2_500)}.png`, `${'🎁'.repeat(98)}.png`],
  ['\ud800broken', 'broken'],
])('a file called %j is called %j', (given, name) => {
  expect(cleanName(given)).toBe(name);
});
