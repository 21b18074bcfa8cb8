import { expect, it } from 'vitest';
import { readServerEvents, type ServerEvent } from '#lib/server-events.ts';

const text = 'retry: 2000\n\n: still here\n\nevent: submission\ndata: {"a":\ndata: "ä😀"}\n\ndata:none\n\n';
const expected: ServerEvent[] = [
  { name: 'message', data: null },
  { name: 'message', data: null },
  { name: 'submission', data: '{"a":\n"ä😀"}' },
  { name: 'message', data: 'none' },
];

it.each([1, 2, 3, 7, 1_000])('reads the same events from pieces of %i bytes', async (size) => {
  expect(await read(text, size)).toEqual(expected);
});

it('leaves out an event that broke off in the middle', async () => {
  expect(await read('data: whole\n\ndata: half', 4)).toEqual([{ name: 'message', data: 'whole' }]);
});

async function read(stream: string, size: number): Promise<ServerEvent[]> {
  const bytes = new TextEncoder().encode(stream);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const some of readServerEvents(body)) events.push(...some);
  return events;
}
