import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { listen } from '@inlet/service/http-server';
import { expect, it, onTestFinished } from 'vitest';
import { type IngestAddress, IngestConnection } from '#ingest-connection.ts';

const host = '127.0.0.1';
const ok = (body: string, ...lines: string[]) =>
  ['HTTP/1.1 200 OK', `Content-Length: ${body.length}`, ...lines, '', body].join('\r\n');

/** Ingest as bytes: the test says what it sends. */
async function startBytes() {
  const sockets: Socket[] = [];
  const received: Buffer[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).on('data', (piece) => received.push(piece)));
  });
  await once(server.listen(0, host), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: { host, port },
    received: () => Buffer.concat(received),
    /** The socket of the connection that was opened as the nth. */
    socket: async (count: number) => {
      await expect.poll(() => sockets.length).toBe(count);
      return sockets[count - 1] as Socket;
    },
  };
}

/** A connection, and what becomes of its requests. */
function connectTo(address: IngestAddress) {
  const connection = new IngestConnection(address, { connectChecks: 1, quietChecks: 2 });
  onTestFinished(() => connection.close());
  const outcomes: string[] = [];
  return {
    connection,
    outcomes,
    ask: (name: string) =>
      connection.send(`POST /${name} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`, Buffer.alloc(0), {
        answered: ({ text }) => outcomes.push(`${name}: ${text}`),
        failed: (isUnanswered) => outcomes.push(`${name}: ${isUnanswered ? 'unanswered' : 'failed'}`),
      }),
  };
}

it('gives each request its answer, in whatever pieces they come', async () => {
  const { address, socket } = await startBytes();
  const { ask, outcomes, connection } = connectTo(address);
  for (const name of ['one', 'two', 'three']) ask(name);
  expect(connection.underWay).toBe(3);
  const answers = ok('1') + ok('22') + ok('');
  for (const byte of answers) {
    await new Promise((sent) => socket(1).then((open) => open.write(byte, sent)));
  }
  await expect.poll(() => outcomes).toEqual(['one: 1', 'two: 22', 'three: ']);
  expect(connection.underWay).toBe(0);
});

it('sends every byte of short and of long bodies, in the order of their requests', async () => {
  const { address, received } = await startBytes();
  const { connection } = connectTo(address);
  const short = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const long = Buffer.alloc(100_000, short);
  const sent = [short, long, short, short, long, long].map((body, index) => ({ head: `head ${index} \u00e9`, body }));
  for (const { head, body } of sent)
    connection.send(head, body, { answered: () => undefined, failed: () => undefined });
  const whole = Buffer.concat(sent.flatMap(({ head, body }) => [Buffer.from(head, 'latin1'), body]));
  await expect.poll(() => received().length).toBe(whole.length);
  expect(received().equals(whole)).toBe(true);
});

it('reads what a fast path answers, without asking twice', async () => {
  let taken = 0;
  const server = await listen(() => undefined, {
    host,
    port: 0,
    fastPath: {
      pipelined: 64,
      take: ({ url }, response) => {
        taken += 1;
        response.writeHead(200, ['content-length', String(url.length)]);
        response.end(url, 'latin1');
        return true;
      },
    },
  });
  onTestFinished(server.close);
  const { ask, outcomes } = connectTo({ host, port: server.port });
  for (const name of ['one', 'two']) ask(name);
  await expect.poll(() => outcomes).toEqual(['one: /one', 'two: /two']);
  expect(taken).toBe(2);
});

it('fails every request without an answer when the connection breaks, and opens another for the next', async () => {
  const { address, socket } = await startBytes();
  const { ask, outcomes } = connectTo(address);
  for (const name of ['one', 'two', 'three']) ask(name);
  (await socket(1)).end(ok('1'));
  await expect.poll(() => outcomes).toEqual(['one: 1', 'two: failed', 'three: failed']);
  ask('four');
  (await socket(2)).write(ok('4'));
  await expect.poll(() => outcomes.at(-1)).toBe('four: 4');
});

it('uses a connection no more whose answer is the last, or whose answers are none', async () => {
  const { address, socket } = await startBytes();
  const { ask, outcomes, connection } = connectTo(address);
  for (const name of ['one', 'two']) ask(name);
  (await socket(1)).write(ok('1', 'Connection: close') + ok('2'));
  await expect.poll(() => outcomes.splice(0)).toEqual(['two: failed', 'one: 1']);
  for (const name of ['three', 'four']) ask(name);
  (await socket(2)).write('SSH-2.0-server\r\n\r\n');
  await expect.poll(() => outcomes.splice(0)).toEqual(['three: failed', 'four: failed']);
  ask('five');
  (await socket(3)).write(ok('5') + ok('6'));
  await expect.poll(() => outcomes.splice(0)).toEqual(['five: 5']);
  expect(connection.isOpen).toBe(false);
});

it('gives a second answer to one request to no other', async () => {
  const { address, socket } = await startBytes();
  const { ask, outcomes, connection } = connectTo(address);
  connection.send('one', Buffer.alloc(0), { answered: () => ask('two'), failed: () => undefined });
  (await socket(1)).write(ok('1') + ok('none'));
  (await socket(2)).write(ok('2'));
  await expect.poll(() => outcomes).toEqual(['two: 2']);
});

it('waits so many checks for an answer, and then only the first request was unanswered', async () => {
  const { address, socket } = await startBytes();
  const { ask, outcomes, connection } = connectTo(address);
  for (const name of ['one', 'two', 'three']) ask(name);
  connection.check();
  (await socket(1)).write(ok('1'));
  await expect.poll(() => outcomes).toEqual(['one: 1']);
  connection.check();
  connection.check();
  expect(outcomes).toEqual(['one: 1']);
  connection.check();
  expect(outcomes).toEqual(['one: 1', 'two: unanswered', 'three: failed']);
});

it('gives up a connection that does not open, whose requests may go elsewhere', async () => {
  const { ask, outcomes, connection } = connectTo((await startBytes()).address);
  ask('one');
  connection.check();
  expect(outcomes).toEqual([]);
  connection.check();
  expect(outcomes).toEqual(['one: failed']);
});

it('closes when nobody has used it for so many checks', async () => {
  const { address, socket } = await startBytes();
  const { ask, outcomes, connection } = connectTo(address);
  ask('one');
  const opened = await socket(1);
  opened.write(ok('1'));
  await expect.poll(() => outcomes).toEqual(['one: 1']);
  const ended = once(opened, 'end');
  connection.check();
  connection.check();
  expect(connection.isOpen).toBe(true);
  connection.check();
  expect(connection.isOpen).toBe(false);
  await ended;
});
