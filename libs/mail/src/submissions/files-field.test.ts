import { expect, it } from 'vitest';
import { filesField } from '#submissions/files-field.ts';

it('names files with their sizes, as one field', () => {
  const [a, b] = [
    { name: 'a.pdf', size: 2_440_000 },
    { name: 'b.txt', size: 12 },
  ];
  expect(filesField([])).toEqual([]);
  expect(filesField([b])).toEqual([{ name: 'File', text: 'b.txt (1 kB)' }]);
  expect(filesField([a, b])).toEqual([{ name: 'Files', text: 'a.pdf (2.4 MB)\nb.txt (1 kB)' }]);
});
