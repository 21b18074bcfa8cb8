import { expect, it } from 'vitest';
import { judgeFolders } from '#check/folder-rule.ts';

const filesIn = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, n) => `${folder}/file-${n}${ending}`);

it('refuses the thirty-first source file of a folder', () => {
  expect(judgeFolders(filesIn('libs/db/src', 30))).toEqual([]);
  expect(judgeFolders(filesIn('libs/db/src', 31))).toEqual([
    'libs/db/src has 31 source files, more than 30: move some into folders',
  ]);
});

it('counts no tests, no documents and no elements of the design', () => {
  const others = ['.test.ts', '.int.test.ts', '.test-setup.ts', '.md'].flatMap((end) =>
    filesIn('libs/db/src', 31, end),
  );
  expect(judgeFolders([...others, ...filesIn('web/e2e', 31), ...filesIn('web/src/components/ui', 31, '.tsx')])).toEqual(
    [],
  );
});
