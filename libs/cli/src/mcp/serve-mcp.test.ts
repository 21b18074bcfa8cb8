import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createApi } from '#connection/api.ts';
import { fence } from '#mcp/fence.ts';
import { serveMcp } from '#mcp/serve-mcp.ts';

const api = createApi({ url: 'http://127.0.0.1:9', key: null });

async function conversation(...lines: readonly string[]): Promise<unknown[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers = text(output);
  input.end(lines.map((line) => `${line}\n`).join(''));
  await serveMcp({ api, allowWrites: false, version: '1.2.3', input, output });
  output.end();
  return (await answers)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

it('what is no request gets an error, and a notification gets nothing', async () => {
  const answers = await conversation(
    '{',
    '[]',
    '{"jsonrpc":"2.0","id":1,"method":"resources/list"}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"no/such"}',
    `{"jsonrpc":"2.0","id":2,"method":"ping","params":{"long":"${'x'.repeat(1_000_000)}"}}`,
    '{"jsonrpc":"2.0","id":3,"method":"ping"}',
  );
  const codes = answers.map((answer) => (answer as { error?: { code: number } }).error?.code);
  expect(codes.toSorted()).toEqual([-32_601, -32_700, -32_600, -32_600, undefined].toSorted());
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 3, result: {} });
});

it('a client gets the version that it speaks, or else the newest', async () => {
  const ask = (version: string) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: version } });
  for (const [asked, given] of [
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    ['2025-03-26', '2025-11-25'],
  ] as const) {
    const [answer] = await conversation(ask(asked));
    expect(answer).toMatchObject({ result: { protocolVersion: given, serverInfo: { version: '1.2.3' } } });
  }
});

it('an id cannot lead to another route', async () => {
  const params = { name: 'read_form', arguments: { id: '..' } };
  const [answer] = await conversation(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  expect(answer).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining('not an id') }] },
  });
});

it('a fence has a new name each time, and refuses a result that would fill the context', () => {
  expect(fence('a').split('\n')[1]).not.toBe(fence('a').split('\n')[1]);
  expect(() => fence('x'.repeat(200_001))).toThrow('Ask for less');
});
