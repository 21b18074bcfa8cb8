import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bodiesOf,
  converse,
  echoAndNote,
  type FastServer,
  listenFast,
  post,
  statusesOf,
} from '#fast-path.test-setup.ts';
import type { BodyRequest, FastRequest } from '#fast-request.ts';
import { FastResponse, type TextResponse } from '#fast-response.ts';
import { type HttpServer, listen } from '#http-server.ts';

const host = '127.0.0.1';
const answer = (response: TextResponse, text: string) => {
  response.writeHead(200, ['content-length', String(text.length)]);
  response.end(text, 'latin1');
};
const echoUrl = ({ url = '' }: BodyRequest, response: TextResponse) => answer(response, url);
/** A number once it stays the same. */
async function settled(read: () => number): Promise<number> {
  for (let before = Number.NaN; before !== read(); await new Promise((resolve) => setTimeout(resolve, 100))) {
    before = read();
  }
  return read();
}
const patient = { headersTimeoutMs: 5_000, requestTimeoutMs: 5_000 };
const last = { Connection: 'close' };

/** Where requests come at once and one of them is none, Node hangs up, and may lose its answers to those before. */
const startAlike = (one: string, other: string) => {
  const [short, long] = [one, other].map(withoutHangUp).sort((a, b) => a.length - b.length) as [string, string];
  return long.startsWith(short);
};
const withoutHangUp = (answers: string) =>
  answers.replace(/(?<=.)HTTP\/1\.1 4\d\d [^\r]*\r\nConnection: close\r\n\r\n$/s, '');

describe('any bytes', () => {
  let fast: FastServer;
  let node: HttpServer;
  const read: Record<'fast' | 'node', string[]> = { fast: [], node: [] };
  beforeAll(async () => {
    fast = await listenFast(echoAndNote(read.fast));
    node = await listen(echoAndNote(read.node), { host, port: 0 });
  });
  afterAll(() => Promise.all([fast.close(), node.close()]));

  const plainLine = fc.constantFrom(
    ...['X-Empty:', 'X-Spaces: \t a b\t', 'X: 1', 'x_2: 2', 'Cookie: a=1', 'Connection: keep-alive', 'constructor: a'],
    ...['Connection: Close', 'Keep-Alive: timeout=1', 'HTTP2-Settings: a', "!#$%&'*+.^`|~-: a"],
  );
  /** Lines that two readers could take for different things, or not take. */
  const oddLine = fc.constantFrom(
    ...['Content-Length: 3', 'content-length:03', 'Content-Length: +3', 'Content-Length: 3, 3', 'Content-Length: 0x3'],
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding:\tidentity', 'Transfer-Encoding : chunked', 'Trailer: x'],
    ...[
      'Connection: Keep-Alive, Upgrade',
      'Connection:',
      'Proxy-Connection: close',
      'Upgrade: h2c',
      'Expect: 100-continue',
    ],
    ...[
      'Connection: close\t',
      'Content-Type: a\tb',
      'Host: other',
      'Host:',
      'Cookie: b=2',
      'Set-Cookie: a',
      '__proto__: a',
      'X-É: a',
      'X-Value: é',
      'X y: 1',
    ],
    ...[' folded', '\tfolded', 'noColon', ':noName', 'X: \x01', 'X: \0', 'X: \x7f', 'X: a\rb', 'X: a\nY: b'],
  );
  const mark = fc.constantFrom(
    ...[
      '\r',
      '\n',
      '\r\n',
      '\r\n\r\n',
      ' ',
      '\t',
      ':',
      ';',
      ',',
      '\0',
      'é',
      '0',
      'x',
      '/',
      '?',
      '#',
      '%',
      'HTTP/1.0',
      'GET',
    ],
  );
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const edit = fc.record({ at: place, mark, isCut: fc.boolean() });
  const plainUrl = fc.constantFrom('/f/abc', '/api/forms/a-_9', '/');
  const oddUrl = fc.constantFrom('/left', '/f/a?b=c', '/f/é', '*', 'http://a/b', '/f/a b', '/f/%61');
  const rarely = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const request = fc
    .record({
      body: fc.constantFrom('', 'a=1', '{"a":1}', 'x'.repeat(300), 'é', '\r\n\r\n', 'POST / HTTP/1.1\r\n\r\n'),
      lines: fc.uniqueArray(rarely(plainLine, oddLine), { maxLength: 3 }),
      url: rarely(plainUrl, oddUrl),
      edits: rarely(fc.array(edit, { maxLength: 0 }), fc.array(edit, { maxLength: 2 })),
    })
    .map(({ body, lines, url, edits }) => {
      const plain = post(body, {}, url).replace('\r\n\r\n', ['', ...lines, '', ''].join('\r\n'));
      return edits.reduce((text, { at, mark: added, isCut }) => {
        const index = Math.floor(at * text.length);
        return text.slice(0, index) + (isCut ? '' : added) + text.slice(isCut ? index + 1 : index);
      }, plain);
    });
  const conversation = fc.record({
    requests: fc.array(fc.tuple(rarely(fc.constant(''), fc.constantFrom('\r\n', '\n', '\r\n\r\n\r')), request), {
      minLength: 1,
      maxLength: 3,
    }),
    cuts: fc.array(place, { maxLength: 3 }),
  });

  it('are read as Node alone reads them, in whatever pieces they come', async () => {
    const property = fc.asyncProperty(conversation, async ({ requests, cuts }) => {
      const bytes = requests.flat().join('');
      const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length];
      const pieces = places
        .slice(1)
        .map((place, index) => bytes.slice(places[index], place))
        .filter(Boolean);
      const [ours, theirs] = await Promise.all([converse(fast.port, pieces), converse(node.port, pieces)]);
      expect(read.fast.splice(0)).toEqual(read.node.splice(0));
      if (!startAlike(ours, theirs)) expect(ours).toBe(theirs);
    });
    await fc.assert(property, { numRuns: 2_000 });
    // Both are tried.
    expect(fast.readers.fast).toBeGreaterThan(1_000);
    expect(fast.readers.node).toBeGreaterThan(200);
  }, 120_000);
});

describe('requests that come at once', () => {
  it('are answered in their order, in whatever order their handlers are done', async () => {
    const due: (() => void)[] = [];
    const server = await listenFast((request, response) => {
      due.push(() => echoUrl(request, response));
      if (due.length === 3) for (const done of due.reverse()) done();
    });
    const answers = await converse(server.port, [post('1', {}, '/1') + post('2', {}, '/2') + post('3', last, '/3')]);
    expect(bodiesOf(answers)).toEqual(['/1', '/2', '/3']);
    expect(server.readers).toEqual({ fast: 3, node: 0 });
    await server.close();
  });

  it('are taken a few at a time', async () => {
    let [underWay, most] = [0, 0];
    const server = await listenFast(
      (request, response) => {
        underWay += 1;
        most = Math.max(most, underWay);
        setImmediate(() => {
          underWay -= 1;
          echoUrl(request, response);
        });
      },
      { pipelined: 4 },
    );
    const answers = await converse(server.port, [post('x').repeat(99) + post('x', last, '/last')]);
    expect(statusesOf(answers)).toHaveLength(100);
    expect(bodiesOf(answers).at(-1)).toBe('/last');
    expect(most).toBe(4);
    expect(server.readers.fast).toBe(100);
    await server.close();
  });

  it('are all answered to a client that reads late, and not all are taken before', async () => {
    const large = 'x'.repeat(50_000);
    const server = await listenFast((_request, response) => answer(response, large));
    const socket = connect(server.port, host);
    const count = 2_000;
    socket.pause().write(post('x').repeat(count - 1) + post('x', last));
    // It goes on until every buffer on the way is full.
    expect(await settled(() => server.readers.fast)).toBeLessThan(count);
    let bytes = 0;
    socket.on('data', ({ length }) => {
      bytes += length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(count * large.length);
    expect(server.readers.fast).toBe(count);
    await server.close();
  }, 30_000);

  it('stay with the client while those before are not answered', async () => {
    const taken: BodyRequest[] = [];
    const server = await listenFast((request) => taken.push(request), { pipelined: 1, finishMs: 100 });
    const socket = connect(server.port, host).on('error', () => undefined);
    const many = Buffer.alloc(10_000_000, post('x'));
    socket.write(many);
    await expect.poll(() => taken).toHaveLength(1);
    expect(await settled(() => taken[0]?.socket.bytesRead ?? 0)).toBeLessThan(500_000);
    socket.destroy();
    await server.close();
  });
});

describe('a connection', () => {
  it('stays on the fast path where a client ends its bodies with line breaks', async () => {
    const server = await listenFast(echoUrl);
    const pieces = [`${post('x')}\r\n`, post('x'), '\r\n', post('x', last)];
    expect(statusesOf(await converse(server.port, pieces))).toEqual([200, 200, 200]);
    expect(server.readers).toEqual({ fast: 3, node: 0 });
    await server.close();
  });

  it('is left to Node with a request that is not taken, once the ones before are answered', async () => {
    const server = await listenFast((request, response) => setTimeout(echoUrl, 20, request, response));
    const bytes = post('x', {}, '/1') + post('x', {}, '/2') + post('x', {}, '/left') + post('x', last, '/4');
    const answers = await converse(server.port, [bytes], { thenEnd: false });
    expect(bodiesOf(answers)).toEqual(['/1', '/2', '/left', '/4']);
    expect(server.readers).toEqual({ fast: 2, node: 2 });
    await server.close();
  });

  it('is left to Node with a request that is given back, and with what came behind it', async () => {
    const server = await listenFast(
      (request, response) => {
        if (response instanceof FastResponse) setImmediate(() => response.leaveToNode(request as FastRequest));
        else echoUrl(request, response);
      },
      { pipelined: 1 },
    );
    const answers = await converse(server.port, [post('x', {}, '/1') + post('x', last, '/2')]);
    expect(bodiesOf(answers)).toEqual(['/1', '/2']);
    expect(server.readers).toEqual({ fast: 1, node: 2 });
    await server.close();
  });

  it('is left to Node with a long body, and with one that comes byte by byte', async () => {
    const server = await listenFast(echoUrl);
    for (const pieces of [[post('x'.repeat(20_000), last)], [...post('x'.repeat(50), last)]]) {
      expect(statusesOf(await converse(server.port, pieces, { thenEnd: false }))).toEqual([200]);
    }
    expect(server.readers).toEqual({ fast: 0, node: 2 });
    await server.close();
  });

  it('whose client has sent all and ended its side, still gets the answer', async () => {
    const server = await listenFast((request, response) => setTimeout(echoUrl, 50, request, response));
    expect(bodiesOf(await converse(server.port, [post('x')]))).toEqual(['/f/abc']);
    await server.close();
  });

  it('is left to Node with a request that is given back at once, also where it is the last', async () => {
    const server = await listenFast(
      (request, response) => {
        if (response instanceof FastResponse) response.leaveToNode(request as FastRequest);
        else echoUrl(request, response);
      },
      { pipelined: 1 },
    );
    expect(bodiesOf(await converse(server.port, [post('x', last)], { thenEnd: false }))).toEqual(['/f/abc']);
    expect(server.readers).toEqual({ fast: 1, node: 1 });
    await server.close();
  });

  it('brings nothing more once it has the last response, neither to the fast path nor to Node', async () => {
    const due: (() => void)[] = [];
    const server = await listenFast((request, response) => {
      due.push(() => {
        response.writeHead(200, ['content-length', '0', 'connection', 'close']);
        response.end('', 'latin1');
      });
      // All are under way, and the next one is for Node.
      if (request.url === '/3') {
        setImmediate(() => {
          for (const done of due) done();
        });
      }
    });
    const forged = post('\r\n'.repeat(50_000) + post('x', {}, '/forged'), {}, '/long');
    const bytes = post('x', {}, '/1') + post('x', {}, '/2') + post('x', {}, '/3') + forged + post('x', {}, '/5');
    expect(statusesOf(await converse(server.port, [bytes], { thenEnd: false }))).toEqual([200]);
    expect(server.readers).toEqual({ fast: 3, node: 0 });
    await server.close();
  });

  it('takes no request once it is broken', async () => {
    const server = await listenFast(
      (request, response) =>
        setImmediate(() => {
          request.socket.destroy();
          echoUrl(request, response);
        }),
      { pipelined: 1 },
    );
    expect(await converse(server.port, [post('x') + post('x')], { thenEnd: false })).toBe('');
    await server.close();
    expect(server.readers).toEqual({ fast: 1, node: 0 });
  });

  it('is kept for all of the time that its response tells', async () => {
    const timeouts = { ...patient, keepAliveTimeoutMs: 500, checkingIntervalMs: 200 };
    const server = await listenFast(echoUrl, { timeouts });
    // At any moment between two checks.
    const times = await Promise.all(
      [0, 50, 100, 150, 190].map(async (delayMs) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        const startMs = performance.now();
        await converse(server.port, [post('x')], { thenEnd: false });
        return performance.now() - startMs;
      }),
    );
    expect(Math.min(...times)).toBeGreaterThan(500);
    await server.close();
  });

  it('breaks off where its handler says so', async () => {
    const server = await listenFast((_request, response) => response.destroy());
    expect(await converse(server.port, [post('x')], { thenEnd: false })).toBe('');
    await server.close();
  });

  it('that breaks before it is left to Node ends nothing but itself', async () => {
    const server = await listenFast((request, response) => {
      request.socket.destroy(new Error('broken'));
      echoUrl(request, response);
    });
    expect(await converse(server.port, [post('x') + post('x', {}, '/left')], { thenEnd: false })).toBe('');
    expect(server.readers).toEqual({ fast: 1, node: 0 });
    await server.close();
  });

  it('is closed where it was kept and brings nothing', async () => {
    const timeouts = { ...patient, keepAliveTimeoutMs: 100, checkingIntervalMs: 20 };
    const server = await listenFast(echoUrl, { timeouts });
    const startMs = performance.now();
    expect(statusesOf(await converse(server.port, [post('x')], { thenEnd: false }))).toEqual([200]);
    expect(performance.now() - startMs).toBeGreaterThan(100);
    await server.close();
  });

  it.each([
    ['nothing', ''],
    ['half a head', 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow:'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf'],
    ['half a request after a whole one', `${post('x')}POST / HTTP/1.1\r\n`],
  ])('that brings %s gets 408 in time', async (_what, bytes) => {
    const timeouts = {
      headersTimeoutMs: 100,
      requestTimeoutMs: 200,
      keepAliveTimeoutMs: 5_000,
      checkingIntervalMs: 20,
    };
    const server = await listenFast(echoAndNote([]), { timeouts });
    const answers = await converse(server.port, [bytes], { thenEnd: false });
    expect(statusesOf(answers).at(-1)).toBe(408);
    await server.close();
  });

  it('ends with the server where it is idle, and after its answer where it is not', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const server = await listenFast((request, response) => {
      if (request.url === '/idle') echoUrl(request, response);
      else arrived.resolve(() => echoUrl(request, response));
    });
    const idle = connect(server.port, host);
    idle.write(post('x', {}, '/idle'));
    await once(idle, 'data');
    const busy = converse(server.port, [post('x', {}, '/busy')], { thenEnd: false });
    const finish = await arrived.promise;
    const closed = server.close();
    await once(idle, 'close');
    finish();
    expect(bodiesOf(await busy)).toEqual(['/busy']);
    await closed;
  });

  it('that has begun a request is cut off when the server may wait no longer', async () => {
    const server = await listenFast(echoAndNote([]), { finishMs: 100 });
    const begun = converse(server.port, [post('half').slice(0, -2)], { thenEnd: false });
    // Its answer proves that the server has the other connection too.
    await converse(server.port, [post('x')]);
    await server.close();
    expect(await begun).toBe('');
    expect(server.readers).toEqual({ fast: 1, node: 1 });
  });
});

describe('a response', () => {
  it('takes no header that would become two', async () => {
    const thrown: unknown[] = [];
    const server = await listenFast((request, response) => {
      try {
        response.writeHead(303, ['location', 'https://example.com/\r\nset-cookie: a=b']);
      } catch (error) {
        thrown.push(error);
        echoUrl(request, response);
      }
    });
    expect(await converse(server.port, [post('x', last)])).not.toContain('set-cookie');
    expect(thrown).toEqual([new TypeError('Invalid character in the header location')]);
    await server.close();
  });

  it('tells the date', async () => {
    const server = await listenFast(echoUrl);
    const { headers } = await fetch(`http://${host}:${server.port}/f/a`, { method: 'POST', body: 'x' });
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000);
    expect(server.readers.fast).toBe(1);
    await server.close();
  });
});
