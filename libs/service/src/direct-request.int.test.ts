import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DirectRequest } from '#direct-request.ts';
import { listen } from '#http-server.ts';

interface Taken {
  readonly pieces: string[];
  readonly ends: boolean[];
}

type Handle = (request: DirectRequest, response: ServerResponse) => void;

/** A server of this handler, and a line to it on which a test says what bytes come when. */
async function open(handle: Handle): Promise<{ line: Socket; heard: () => string }> {
  const { port, close } = await listen(handle, { host: '127.0.0.1', port: 0 });
  const line = connect({ host: '127.0.0.1', port });
  let text = '';
  line.on('data', (bytes) => {
    text += bytes;
  });
  onTestFinished(async () => {
    line.destroy();
    await close();
  });
  await once(line, 'connect');
  return { line, heard: () => text };
}

const waitUntil = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), 20_000);
const head = (length: number) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;

function take(request: DirectRequest, response?: ServerResponse): Taken {
  const taken: Taken = { pieces: [], ends: [] };
  request.takeBody({
    take: (bytes) => taken.pieces.push(bytes.toString()),
    over: (isWhole) => {
      taken.ends.push(isWhole);
      if (isWhole) response?.end(`${taken.pieces.join('')}.`);
    },
  });
  return taken;
}

it('hands over a body as it comes, and says once that it is whole', async () => {
  let taken: Taken | undefined;
  const { line, heard } = await open((request, response) => {
    taken = take(request, response);
  });
  line.write(`${head(10)}hello`);
  await waitUntil(() => taken?.pieces.length === 1);
  line.write('world');
  await waitUntil(() => heard().includes('helloworld.'));
  expect(taken).toEqual({ pieces: ['hello', 'world'], ends: [true] });
});

it('hands over also what came before it was asked for', async () => {
  const arrived = Promise.withResolvers<[DirectRequest, ServerResponse]>();
  const { line, heard } = await open((...exchange) => arrived.resolve(exchange));
  line.write(`${head(10)}hello`);
  const [request, response] = await arrived.promise;
  await waitUntil(() => request.readableLength === 5);
  const taken = take(request, response);
  line.write('world');
  await waitUntil(() => heard().includes('helloworld.'));
  expect(taken.ends).toEqual([true]);
});

it.each([0, 5])('hands over a whole body of %d bytes that waits', async (length) => {
  const { line, heard } = await open(async (request, response) => {
    while (!request.complete) await turn();
    await turn();
    take(request, response);
  });
  line.write(head(length) + 'hello'.slice(0, length));
  await waitUntil(() => heard().includes(`${'hello'.slice(0, length)}.`));
});

it('says that a body is not whole when its sender is gone', async () => {
  let taken: Taken | undefined;
  const { line } = await open((request) => {
    taken = take(request);
  });
  line.write(`${head(10)}hello`);
  await waitUntil(() => taken?.pieces.length === 1);
  line.destroy();
  await waitUntil(() => taken?.ends.length === 1);
  expect(taken).toEqual({ pieces: ['hello'], ends: [false] });
});

it('says so also when its sender was gone before it was asked for', async () => {
  const over = Promise.withResolvers<boolean>();
  const { line } = await open(async (request) => {
    line.destroy();
    await waitUntil(() => request.destroyed);
    request.takeBody({ take: () => undefined, over: over.resolve });
  });
  line.write(`${head(10)}hello`);
  expect(await over.promise).toBe(false);
});

it('serves one request after the other on a line, also when two come at once', async () => {
  const { line, heard } = await open((request, response) => {
    take(request, response);
  });
  line.write(`${head(3)}one${head(3)}two`);
  await waitUntil(() => heard().includes('two.'));
  line.write(`${head(5)}three`);
  await waitUntil(() => heard().includes('three.'));
  expect(heard().match(/(one|two|three)\./g)).toEqual(['one.', 'two.', 'three.']);
});

it('is not held on to by a line that stays open', async () => {
  let taken: DirectRequest | undefined;
  const { line, heard } = await open((request, response) => {
    taken = request;
    take(request, response);
  });
  line.write(`${head(5)}hello`);
  await waitUntil(() => heard().includes('hello.'));
  await waitUntil(() => Reflect.get(taken?.socket ?? {}, 'parser').incoming === null);
});

it('goes on with the line when the rest of a body that nobody wants has come', async () => {
  const { line, heard } = await open((request, response) => {
    if (request.headers['content-length'] === '3') take(request, response);
    else {
      request.takeBody({ take: () => undefined, over: () => undefined });
      response.end('refused.');
    }
  });
  line.write(`${head(10)}hello`);
  await waitUntil(() => heard().includes('refused.'));
  line.write(`world${head(3)}one`);
  await waitUntil(() => heard().includes('one.'));
});

it('is a stream like any other for a handler that does not ask', async () => {
  const { line, heard } = await open(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    response.end(`${Buffer.concat(pieces)}.`);
  });
  line.write(`${head(10)}hello`);
  line.write('world');
  await waitUntil(() => heard().includes('helloworld.'));
});

describe('chunks of one byte', () => {
  const chunkedHead = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
  const chunks = (count: number) => '1\r\nx\r\n'.repeat(count);
  const lastChunk = '0\r\n\r\n';

  it('reach a stream in one piece for each read from the socket', async () => {
    let [pieces, bytes] = [0, 0];
    const { line, heard } = await open((request, response) => {
      request.on('data', (piece: Buffer) => {
        pieces += 1;
        bytes += piece.length;
      });
      request.on('end', () => response.end('all.'));
    });
    line.write(chunkedHead + chunks(100_000) + lastChunk);
    await waitUntil(() => heard().includes('all.'));
    expect(bytes).toBe(100_000);
    expect(pieces).toBeLessThan(1_000);
  });

  it('wait outside while nobody reads, and come when somebody does', async () => {
    const arrived = Promise.withResolvers<[DirectRequest, ServerResponse]>();
    const { line, heard } = await open((...exchange) => arrived.resolve(exchange));
    line.write(chunkedHead + chunks(300_000) + lastChunk);
    const [request, response] = await arrived.promise;
    await waitUntil(() => request.socket.isPaused());
    expect(request.readableLength).toBeLessThan(2 * request.readableHighWaterMark);
    let bytes = 0;
    for await (const piece of request) bytes += piece.length;
    response.end(`${bytes}.`);
    await waitUntil(() => heard().includes('300000.'));
  });

  it('that came before the body was asked for are handed over as one piece', async () => {
    const arrived = Promise.withResolvers<[DirectRequest, ServerResponse]>();
    const { line, heard } = await open((...exchange) => arrived.resolve(exchange));
    line.write(chunkedHead + chunks(100));
    const [request, response] = await arrived.promise;
    await waitUntil(() => request.readableLength === 100);
    const taken = take(request, response);
    line.write(lastChunk);
    await waitUntil(() => heard().includes(`${'x'.repeat(100)}.`));
    expect(taken.pieces).toHaveLength(1);
  });
});

describe('a body that is gathered', () => {
  /** What a stream gets of a body that comes as these writes. */
  async function streamed(maxBytes: number, writes: readonly string[]): Promise<string[]> {
    const pieces: string[] = [];
    let request: DirectRequest | undefined;
    const { line, heard } = await open((incoming, response) => {
      request = incoming;
      incoming.gatherBody(maxBytes);
      incoming.on('data', (piece) => pieces.push(String(piece)));
      incoming.on('end', () => response.end('all.'));
    });
    const announcement = head(writes.join('').length);
    line.write(announcement);
    let sent = announcement.length;
    for (const text of writes) {
      line.write(text);
      sent += text.length;
      await waitUntil(() => (request?.socket.bytesRead ?? 0) >= sent);
    }
    await waitUntil(() => heard().includes('all.'));
    return pieces;
  }

  it('reaches a stream in one piece, in however many it came', async () => {
    expect(await streamed(10, ['hello', ' ', 'you'])).toEqual(['hello you']);
  });

  it('comes as it is read once it is too long', async () => {
    const pieces = await streamed(5, ['hello', ' ', 'you']);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('hello you');
  });
});
