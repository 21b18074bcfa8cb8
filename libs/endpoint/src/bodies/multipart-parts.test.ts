import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openMultipart } from '#bodies/multipart-parts.ts';

const partOf = (content: string) => `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${content}\r\n`;

it.each([1, 65_536, 100_000, 1_000_000])('ends with its last part, of %i bytes in one piece', async (bytes) => {
  const contents: Promise<string>[] = [];
  const { parser, ended } = openMultipart('b', ({ content }) => void contents.push(text(content)));
  const long = 'x'.repeat(bytes);
  Readable.from([Buffer.from(`${partOf(long)}${partOf(long)}--b--\r\n`), Buffer.from('behind it')]).pipe(parser);
  await ended;
  expect((await Promise.all(contents)).map(({ length }) => length)).toEqual([bytes, bytes]);
});
