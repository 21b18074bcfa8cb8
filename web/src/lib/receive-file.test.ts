import { expect, it } from 'vitest';
import { NetworkError } from '#lib/http.ts';
import { fileNameOf, receiveFile } from '#lib/receive-file.ts';

it('joins the pieces of a file and reports progress', async () => {
  const seen: number[] = [];
  const file = await receiveFile(new Response(pieces(['{"a":', '"ü"}'])), (bytes) => seen.push(bytes));
  expect(await textOf(file)).toBe('{"a":"ü"}');
  expect(seen).toEqual([5, 10]);
});

it('keeps the order of pieces beyond one joined block', async () => {
  const large = Array.from({ length: 5 }, (_, index) => String(index).repeat(4 * 1024 * 1024));
  const file = await receiveFile(new Response(pieces(large)), () => undefined);
  expect(await textOf(file)).toBe(large.join(''));
});

it('half a file is none', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('half'));
      controller.error(new TypeError('network error'));
    },
  });
  await expect(receiveFile(new Response(broken), () => undefined)).rejects.toThrow(NetworkError);
});

it('reads the name that the service gives, else takes the one at hand', () => {
  const headers = { 'content-disposition': 'attachment; filename="inlet-export-2026-11-20.json"' };
  expect(fileNameOf(new Response(null, { headers }), 'other.json')).toBe('inlet-export-2026-11-20.json');
  expect(fileNameOf(new Response(), 'other.json')).toBe('other.json');
});

it.each([
  ['attachment; filename="_.csv"; filename*=UTF-8\'\'%C3%BC.csv', 'ü.csv'],
  ['attachment; filename="_.csv"; filename*=UTF-8\'\'%C3.csv', '_.csv'],
])('of two names takes the one in any letters, if it can be read: %s', (disposition, name) => {
  expect(fileNameOf(new Response(null, { headers: { 'content-disposition': disposition } }), 'other')).toBe(name);
});

function pieces(texts: readonly string[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

/** The test's browser has no `Blob.text()`. */
function textOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(file);
  });
}
