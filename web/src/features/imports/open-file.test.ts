import { expect, it } from 'vitest';
import { fileOf } from '#features/imports/file.test-setup.ts';
import { fileBytesMax, openFile } from '#features/imports/open-file.ts';

const faultOf = (file: File) =>
  openFile(file, 'UTC').then(
    () => 'none',
    ({ message }: Error) => message,
  );

it('says why a file cannot be imported', async () => {
  expect(await faultOf(fileOf(''))).toBe('The file is empty');
  expect(await faultOf(fileOf('name,email\n'))).toBe('The file has no row that can be imported.');
  expect(await faultOf(fileOf('a\n1,2\n'))).toMatch(/no row that can be imported. Line 2: This row has 2/);
  expect(await faultOf(fileOf('[1]'))).toMatch(/no list of submissions/);
  const large = Object.defineProperty(fileOf('a\n1\n'), 'size', { value: fileBytesMax + 1 });
  expect(await faultOf(large)).toMatch(/up to 500 MB. Divide it, or import it with the command line/);
});

it('reads no more of a file than its first rows', async () => {
  const file = fileOf(`a\n${'1234567890\n'.repeat(200_000)}`);
  const chunk = new TextEncoder().encode('a\n'.repeat(1_000));
  let chunks = 0;
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        chunks += 1;
        controller.enqueue(chunk);
      },
    });
  expect((await openFile(Object.assign(file, { stream }), 'UTC')).rows).toHaveLength(200);
  expect(chunks).toBeLessThan(5);
});
