import fc from 'fast-check';
import { hostileText } from '#hostile-text.ts';

/** A request as it is sent. */
export interface HostileRequest {
  readonly pieces: readonly Buffer[];
  /** The fields that must be stored; null if the request may be invalid, so that nothing is expected. */
  readonly fields: Readonly<Record<string, unknown>> | null;
}

const names = fc.oneof(hostileText, fc.constantFrom('__proto__', 'constructor', 'toString', 'email', 'toJSON'));
// A single underscore starts an option, and browsers leave these escapes as they are.
const name = names
  .map((text) => text.replaceAll(/%22|%0[AD]/g, '').slice(0, 60))
  .filter((text) => text.isWellFormed() && !/^_(?!_)|%22|%0[AD]/.test(text) && text !== '_charset_');
const fieldsOf = fc.array(fc.tuple(name, hostileText), { maxLength: 6 });

type Pairs = readonly (readonly [name: string, value: string])[];
type Encode = (pairs: Pairs) => { type: string; body: string };

const boundary = '----x--y';
const escapes: Readonly<Record<string, string>> = { '"': '%22', '\r': '%0D', '\n': '%0A' };
const escaped = (text: string) => text.replaceAll(/["\r\n]/g, (mark) => escapes[mark] ?? '');
const encodings: Readonly<Record<string, Encode>> = {
  json: (pairs) => ({ type: 'application/json', body: JSON.stringify(Object.fromEntries(pairs)) }),
  spaced: (pairs) => ({
    type: 'Application/JSON ; charset="UTF-8"',
    body: JSON.stringify(Object.fromEntries(pairs), null, '\t'),
  }),
  form: (pairs) => ({
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(pairs.map(([...pair]) => pair)).toString(),
  }),
  multipart: (pairs) => {
    const parts = pairs.map(
      ([field, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(field)}"\r\n\r\n${value}\r\n`,
    );
    return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
  },
};

/** Headers that may have any value. */
const headerNames = [
  ...[
    'origin',
    'referer',
    'user-agent',
    'accept',
    'accept-language',
    'accept-encoding',
    'cookie',
    'range',
    'via',
    'te',
  ],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'x-requested-with', 'authorization'],
  ...['if-none-match', 'traceparent', 'tracestate', 'x-http-method-override', 'sec-fetch-site', 'content-language'],
];
const headerValue = fc.oneof(
  hostileText.map((text) =>
    text
      .replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '')
      .trim()
      .slice(0, 300),
  ),
  fc.constantFrom('*/*', 'text/html', 'null', 'https://evil.example', '::1', '%00', '{}', 'a'.repeat(2_000)),
);
const headers = fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 5 });
const cuts = fc.array(fc.nat(2_000), { maxLength: 5 });

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return sorted
    .slice(1)
    .map((end, index) => bytes.subarray(sorted[index], end))
    .filter((piece) => piece.length > 0);
}

/** A submission in an unusual notation, which must be stored as intended. */
function honest(path: string, marks: () => string): fc.Arbitrary<HostileRequest & { readonly fields: object }> {
  const framing = fc.record({ isChunked: fc.boolean(), chunks: cuts, pieces: cuts });
  return fc
    .tuple(fieldsOf, fc.constantFrom(...Object.keys(encodings)), headers, framing)
    .map(([pairs, kind, sent, how]) => {
      // Each name occurs once; the mark identifies the row.
      const fields = Object.fromEntries([...pairs.filter(([field]) => field !== 'mark'), ['mark', marks()] as const]);
      const { type, body } = (encodings[kind] as Encode)(Object.entries(fields));
      const bytes = Buffer.from(body);
      const framed = how.isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes.length}`;
      const lines = Object.entries({ host: 'inlet.example', 'content-type': type, connection: 'close', ...sent });
      const head = `POST ${path} HTTP/1.1\r\n${lines.map(([header, value]) => `${header}: ${value}\r\n`).join('')}${framed}\r\n\r\n`;
      const chunk = (part: Buffer) =>
        Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
      const content = how.isChunked ? [...cut(bytes, how.chunks).map(chunk), Buffer.from('0\r\n\r\n')] : [bytes];
      return { fields, pieces: cut(Buffer.concat([Buffer.from(head, 'latin1'), ...content]), how.pieces) };
    });
}

const paths = [
  ...[
    '/',
    '//',
    '/%',
    '/%00',
    '/%ff',
    '/..',
    '/../../etc/passwd',
    '/%2e%2e%2f',
    '*',
    '?',
    '/f',
    '/f/',
    '/f//',
    '/f/%00',
    '/api',
    '/api/forms/',
  ],
  ...[
    '/assets/%',
    '/assets/..%2f..%2f',
    '/livez',
    '/metrics',
    '/internal/forms/x',
    'http://evil.example/f/x',
    '/docs/%0d%0a',
    '/.well-known/security.txt/',
  ],
  ...[
    '/f/x?y=%',
    '/app/%c0%af',
    '/mail-events/generic',
    '/api/payment/webhook',
    `/${'a'.repeat(8_000)}`,
    '/f/\\..\\',
    '/f/x/thanks/',
  ],
];
const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'POST', 'post', 'PRI', ''];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', ''];
const extras = [
  ...[
    'expect: 100-continue',
    'expect: x',
    'connection: upgrade\r\nupgrade: websocket',
    'transfer-encoding: chunked, gzip',
    'transfer-encoding:\tchunked',
  ],
  ...[
    'content-length: 1',
    'content-length: 99999999999999999999',
    'content-length: +5',
    'host: a\r\nhost: b',
    'host:',
    'host: a/b',
    'x: \x01\x7f',
    ' folded: a',
    'no colon',
  ],
  ...[
    'content-encoding: gzip',
    'content-type: ;',
    'content-type: multipart/form-data; boundary="',
    'content-type: text/plain; charset=x',
    'connection: host',
    'idempotency-key: ',
    'x-inlet-submission-id: x',
  ],
];

type Edit = (text: string) => string;
/** Edits of a request that may make it invalid. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat(40), hostileText).map(
    ([at, gone, put]): Edit =>
      (text) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + Buffer.from(put).toString('latin1') + text.slice(place + gone);
      },
  ),
  fc.nat().map(
    (at): Edit =>
      (text) =>
        text.slice(0, at % (text.length + 1)),
  ),
  fc.tuple(fc.constantFrom(...methods), fc.constantFrom(...paths), fc.constantFrom(...versions)).map(
    (words): Edit =>
      (text) =>
        text.replace(/^[^\r\n]*/, words.join(' ')),
  ),
  fc.tuple(fc.constantFrom(...methods), fc.constantFrom(...versions)).map(
    ([method, version]): Edit =>
      (text) =>
        text.replace(/^\S* (\S*) [^\r\n]*/, `${method} $1 ${version}`),
  ),
  fc.constantFrom(...extras).map(
    (extra): Edit =>
      (text) =>
        text.replace('\r\n', () => `\r\n${extra}\r\n`),
  ),
  fc.constant<Edit>((text) => text + text),
);

/** Half of them are valid submissions, the others are edited. `marks` gives each a unique text. */
export function hostileRequests(path: string, marks: () => string): fc.Arbitrary<HostileRequest> {
  const broken = fc
    .tuple(honest(path, marks), fc.array(edit, { minLength: 1, maxLength: 3 }), cuts)
    .map(([{ pieces }, edits, places]) => {
      const text = edits.reduce((changed, change) => change(changed), Buffer.concat(pieces).toString('latin1'));
      return { fields: null, pieces: cut(Buffer.from(text, 'latin1'), places) };
    });
  return fc.oneof(honest(path, marks), broken);
}
