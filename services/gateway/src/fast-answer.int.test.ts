import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FastAnswer, readFastAnswer } from '#fast-answer.ts';

const host = '127.0.0.1';
const latin1 = (answer: string) => Buffer.from(answer, 'latin1');
const answerOf = (lines: readonly string[], body = '', status = '200 OK') =>
  [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n');

describe('an answer', () => {
  const plain = answerOf(
    ['Content-Type: text/plain', 'vary: a', 'Vary: b', 'Content-Length: 3', 'Date: now', 'Keep-Alive: timeout=65'],
    'one',
  );
  const read = { status: 200, headers: ['content-type', 'text/plain', 'vary', 'a', 'vary', 'b'], text: 'one' };

  it('is read from where it starts to where it ends', () => {
    expect(readFastAnswer(latin1(`before${plain}after`), 6)).toEqual({
      ...read,
      isLast: false,
      end: 6 + plain.length,
    });
  });

  it('is a part until it is whole', () => {
    for (let length = 0; length < plain.length; length += 1) {
      expect(readFastAnswer(latin1(plain).subarray(0, length), 0)).toBe('part');
    }
  });

  it('is the last where it says so', () => {
    const last = answerOf(['Connection: close', 'Content-Length: 0']);
    expect(readFastAnswer(latin1(last), 0)).toMatchObject({ headers: [], text: '', isLast: true });
  });

  it('may be a page that repeats the longest body, escaped', () => {
    const text = 'x'.repeat(150_000);
    expect(readFastAnswer(latin1(answerOf([`Content-Length: ${text.length}`], text)), 0)).toMatchObject({ text });
  });

  it('comes without what speaks of its connection', () => {
    const lines = [
      'Proxy-Connection: a',
      'TE: trailers',
      'Keep-Alive: timeout=1',
      'Connection: keep-alive',
      'X-Own: 1',
    ];
    expect(readFastAnswer(latin1(answerOf([...lines, 'Content-Length: 0'])), 0)).toMatchObject({
      headers: ['x-own', '1'],
    });
  });

  it('has no body where its status has none', () => {
    const none = answerOf(['Location: /'], '', '204 No Content');
    expect(readFastAnswer(latin1(none), 0)).toMatchObject({ status: 204, text: '', end: none.length });
  });

  it.each([
    ['tells no length', answerOf([], 'one')],
    ['tells two lengths', answerOf(['Content-Length: 3', 'Content-Length: 3'], 'one')],
    ['is in chunks', answerOf(['Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['hides a header as one of the connection', answerOf(['Connection: X-Own', 'X-Own: 1', 'Content-Length: 0'])],
    ['names its connection twice', answerOf(['Connection: close', 'Connection: keep-alive', 'Content-Length: 0'])],
    ['continues a line', answerOf(['X-A: 1', ' 2', 'Content-Length: 0'])],
    ['is not the final one', answerOf([], '', '100 Continue')],
    ['is of another version', answerOf(['Content-Length: 0']).replace('1.1', '1.0')],
    ['has a body that its status has not', answerOf(['Content-Length: 3'], 'one', '204 No Content')],
    ['has a head without an end', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(8_000)}`],
    ['is no HTTP', 'hello\r\n\r\n'],
  ])('that %s is left to Node', (_, answer) => {
    expect(readFastAnswer(latin1(answer), 0)).toBe('other');
  });
});

describe('any bytes', () => {
  let answer = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(answer, 'latin1'));
  });
  beforeAll(async () => {
    await once(server.listen(0, host), 'listening');
  });
  afterAll(() => void server.close());

  /** What Node's client reads, or undefined where that is no answer. */
  async function readByNode(): Promise<Pick<FastAnswer, 'status' | 'headers' | 'text'> | undefined> {
    const outgoing = request({
      host,
      port: (server.address() as AddressInfo).port,
      method: 'POST',
      agent: false,
    }).end();
    try {
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      const { statusCode: status = 0, rawHeaders } = incoming;
      const headers = rawHeaders.map((part, index) => (index % 2 === 0 ? part.toLowerCase() : part));
      incoming.setEncoding('latin1');
      return { status, headers: forwarded(headers), text: await text(incoming) };
    } catch {
      return undefined;
    }
  }
  const forwarded = (headers: readonly string[]) =>
    headers.filter((_, index) => {
      const name = headers[index - (index % 2)] ?? '';
      return !['connection', 'content-length', 'date', 'keep-alive'].includes(name);
    });

  const line = fc.constantFrom(
    ...['Content-Type: text/html', 'Vary: Origin', 'X-Empty:', 'X-Spaces:  a b  ', 'Connection: keep-alive', 'x_2: 2'],
    ...['Connection: close', 'Date: today', 'Set-Cookie: a=1', '__proto__: a', 'X-Value: \u00e9', 'X: a\tb', ' folded'],
    ...['Transfer-Encoding: chunked', 'Content-Length: 2', 'Content-Length: +3', 'noColon', ':noName', 'X: a\nY: b'],
  );
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    mark: fc.constantFrom('\r', '\n', '\r\n', '\r\n\r\n', ' ', ':', ',', '\0', '\u00e9', '0', '9', 'x'),
    isCut: fc.boolean(),
  });
  const bytes = fc
    .record({
      status: fc.constantFrom('200 OK', '303 See Other', '204 No Content', '429 Too Many Requests', '503 ', '099 X'),
      lines: fc.array(line, { maxLength: 3 }),
      body: fc.constantFrom('', '{"a":1}', '\u00e9', 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(300)),
      edits: fc.array(edit, { maxLength: 1 }),
    })
    .map(({ status, lines, body, edits }) => {
      const whole = answerOf(
        [...lines, ...(status.startsWith('204') ? [] : [`content-length: ${body.length}`])],
        body,
        status,
      );
      return edits.reduce((all, { at, mark, isCut }) => {
        const index = Math.floor(at * all.length);
        return all.slice(0, index) + (isCut ? '' : mark) + all.slice(isCut ? index + 1 : index);
      }, whole);
    });

  it('are read as Node reads them, or are left to it', async () => {
    let count = 0;
    const property = fc.asyncProperty(bytes, async (given) => {
      const read = readFastAnswer(latin1(given), 0);
      if (typeof read === 'string') return;
      count += 1;
      answer = given.slice(0, read.end);
      const { status, headers, text: body } = read;
      expect({ status, headers, text: body }).toEqual(await readByNode());
    });
    await fc.assert(property, { numRuns: 2_000 });
    // Both are tried.
    expect(count).toBeGreaterThan(200);
    expect(count).toBeLessThan(1_800);
  }, 60_000);
});
