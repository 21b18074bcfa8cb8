import { describe, expect, it } from 'vitest';
import { bodyParser } from '#bodies/parse-body.ts';

const formType = 'application/x-www-form-urlencoded';
const boundary = '----WebKitFormBoundaryAbC123';
const multipartType = `multipart/form-data; boundary=${boundary}`;

async function parse(type: string, body: string | Buffer) {
  return (await parseWhole(type, body)).fields;
}

async function parseWhole(type: string, body: string | Buffer) {
  return bodyParser({ 'content-type': type })(typeof body === 'string' ? Buffer.from(body) : body);
}

/** The tests compare the stored text instead of the object. */
async function stored(type: string, body: string | Buffer): Promise<string> {
  const { json, fields } = await parseWhole(type, body);
  return json ?? JSON.stringify(fields);
}

function multipart(...parts: readonly (readonly [head: string, content: string | Buffer])[]): Buffer {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const refusal = (status: number, code: string, message?: string) =>
  expect.objectContaining({ status, code, ...(message !== undefined && { message }) });

describe('the type of a body', () => {
  it.each(['', 'text/plain', 'text/csv', 'application/xml', 'application/jsonp', 'multipart/mixed; boundary=x'])(
    'is refused when nobody here reads it: %j',
    (type) => {
      expect(() => bodyParser({ 'content-type': type })).toThrow(refusal(415, 'unsupported_type'));
    },
  );

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is recognised as JSON: %s', async (type) => {
    expect(await parse(type, '{"a":1}')).toEqual({ a: 1 });
  });

  it.each(['gzip', 'br', 'deflate', 'GZIP', 'gzip, identity'])('is refused when it is encoded: %s', (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    expect(() => bodyParser(headers)).toThrow(refusal(415, 'unsupported_type'));
  });

  it('may name an unknown charset', async () => {
    expect(await parse('application/json; charset=klingon', '{"a":"é"}')).toEqual({ a: 'é' });
    expect(await parse(`${formType}; charset=klingon`, 'a=%C3%A9')).toEqual({ a: 'é' });
    expect(await parse(`${multipartType}; charset=klingon`, multipart([field('a'), 'é']))).toEqual({ a: 'é' });
  });
});

describe('a form without files', () => {
  it.each([
    ['plus and percent', 'name=Ada+Lovelace&note=1%2B1%3D2%26', '{"name":"Ada Lovelace","note":"1+1=2&"}'],
    [
      'UTF-8',
      'name=%D7%A9%D7%9C%D7%95%D7%9D&%F0%9F%91%8B=%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88',
      '{"name":"שלום","👋":"🏳️‍🌈"}',
    ],
    ['UTF-8 that is not escaped', 'name=Zoë+Ada', '{"name":"Zoë Ada"}'],
    ['byte order marks', 'a=%EF%BB%BF1%EF%BB%BF&b=%EF%BB%BF\ufeff100%', '{"a":"\ufeff1\ufeff","b":"\ufeff\ufeff100%"}'],
    ['escapes beside a percent sign of its own', 'a=100%+%C3%A9', '{"a":"100% é"}'],
    ['names that repeat', 'a=1&b=x&a=2&a=3', '{"a":["1","2","3"],"b":"x"}'],
    ['empty values, empty names and no equals sign', 'a=&=b&c', '{"a":"","":"b","c":""}'],
    ['separators without a field', '&&a=1&&', '{"a":"1"}'],
    ['brackets as they are', 'a%5Bb%5D=1&a[]=2', '{"a[b]":"1","a[]":"2"}'],
    ['percent signs that escape nothing', 'a=100%&b=%zz&c=%4', '{"a":"100%","b":"%zz","c":"%4"}'],
    ['line breaks as the browser sent them', 'a=1%0D%0A2', '{"a":"1\\r\\n2"}'],
    ['equals signs in a value', 'a=b=c', '{"a":"b=c"}'],
    [
      'names that JavaScript knows',
      '__proto__=1&constructor=2&hasOwnProperty=3&toString=4&__proto__=5',
      '{"__proto__":["1","5"],"constructor":"2","hasOwnProperty":"3","toString":"4"}',
    ],
  ])('keeps %s', async (_what, body, json) => {
    expect(await stored(formType, body)).toBe(json);
  });

  it('is read in the charset that its header names', async () => {
    expect(await parse(`${formType}; charset=windows-1252`, 'name=Jos%E9')).toEqual({ name: 'José' });
  });

  it('is read in the charset that the browser put into the form', async () => {
    expect(await parse(formType, 'name=%83e%83X%83g&_charset_=Shift_JIS')).toEqual({
      name: 'テスト',
      _charset_: 'Shift_JIS',
    });
  });

  it.each([
    ['name=Jos%E9', { name: 'José' }],
    ['pr%E9nom=%80+100&ville=Zo%C3%AB', { prénom: '€ 100', ville: 'Zoë' }],
    ['name=%C3', { name: 'Ã' }],
    ['name=%C0%AF', { name: 'À¯' }],
    ['name=%ED%A0%80', { name: 'í\u00a0€' }],
    ['name=Jos%E9&_charset_=klingon', { name: 'José', _charset_: 'klingon' }],
  ])('is read as windows-1252 where it is no UTF-8, as browsers do: %s', async (body, fields) => {
    expect(await parse(formType, body)).toEqual(fields);
    expect(await parse(formType, Buffer.from(unescape(body), 'latin1'))).toEqual(fields);
    expect(await parse(`${formType}; charset=UTF-8`, body)).toEqual(fields);
  });

  it('is refused when a value has a NUL', async () => {
    await expect(parse(formType, 'name=a%00b')).rejects.toThrow(refusal(422, 'invalid_fields'));
  });

  it('takes 200 fields and no more', async () => {
    const body = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=1`).join('&');
    expect(Object.keys(await parse(formType, body(200)))).toHaveLength(200);
    await expect(parse(formType, body(201))).rejects.toThrow(refusal(422, 'invalid_fields'));
  });

  it('with 10,000 values of one name is refused', async () => {
    const body = Array.from({ length: 10_000 }, () => 'a=1').join('&');
    await expect(parse(formType, body)).rejects.toThrow(
      refusal(422, 'invalid_fields', 'A submission can have at most 1000 values'),
    );
  });
});

describe('a form that could have files', () => {
  it('keeps texts, line breaks, quotes in names and names that repeat', async () => {
    const body = multipart(
      [field('name'), 'Ada "the" Lovelace'],
      [field('text'), 'one\r\ntwo\r\n\r\nthree'],
      [field('say %22hi%22'), 'x'],
      [field('list'), '1'],
      [field('list'), '2'],
      [field('empty'), ''],
      [field('__proto__'), 'y'],
      [field('naïve 👋'), 'שלום'],
    );
    expect(await stored(multipartType, body)).toBe(
      '{"name":"Ada \\"the\\" Lovelace","text":"one\\r\\ntwo\\r\\n\\r\\nthree","say \\"hi\\"":"x","list":["1","2"],"empty":"","__proto__":"y","naïve 👋":"שלום"}',
    );
  });

  it('keeps a text that looks like a boundary', async () => {
    const text = `a --${boundary}x\r\n-- ${boundary}--\r\n--`;
    expect(await parse(multipartType, multipart([field('a'), text]))).toEqual({ a: text });
  });

  it('is read with a quoted boundary, a preamble, other headers and another order of them', async () => {
    const body = Buffer.concat([
      Buffer.from('this is ignored\r\n'),
      multipart([
        `Content-Type: text/plain; charset=utf-8\r\nX-Other: 1\r\ncontent-disposition: form-data; name=a`,
        'x',
      ]),
    ]);
    expect(await parse(`multipart/form-data; boundary="${boundary}"`, body)).toEqual({ a: 'x' });
  });

  it('is read in the charset of the part, or of the form', async () => {
    const latin = Buffer.from('José', 'latin1');
    const inPart = multipart([`${field('a')}\r\nContent-Type: text/plain; charset=iso-8859-1`, latin]);
    expect(await parse(multipartType, inPart)).toEqual({ a: 'José' });
    const inForm = multipart([field('_charset_'), 'iso-8859-1'], [field('a'), latin]);
    expect(await parse(multipartType, inForm)).toEqual({ _charset_: 'iso-8859-1', a: 'José' });
    const inHead = multipart([field('a'), Buffer.of(0xa4)]);
    expect(await parse(`${multipartType}; charset=iso-8859-15`, inHead)).toEqual({ a: '€' });
  });

  it('is read in the charset of the form wherever that field is, including names of fields and files', async () => {
    const [text, inShiftJis] = ['テスト', Buffer.of(0x83, 0x65, 0x83, 0x58, 0x83, 0x67)];
    const name = inShiftJis.toString('latin1');
    const head = Buffer.from(`${field(name)}; filename="${name}.txt"`, 'latin1').toString('latin1');
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\n${field(name)}\r\n\r\n${name}\r\n`, 'latin1'),
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n${name}\r\n`, 'latin1'),
      multipart([field('_charset_'), 'Shift_JIS']),
    ]);
    const { fields, files } = await bodyParser({ 'content-type': multipartType }, true)(body);
    expect(fields).toEqual({ [text]: text, _charset_: 'Shift_JIS' });
    expect(files).toEqual([{ field: text, filename: `${text}.txt`, content: inShiftJis }]);
  });

  it('is read as windows-1252 where it is no UTF-8, names and names of files too', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const body = Buffer.concat([
      latin(`--${boundary}\r\n${field('prénom')}\r\n\r\nJos\xe9 \x80\r\n`),
      latin(`--${boundary}\r\n${field('pi\xe8ce')}; filename="\xe9t\xe9.pdf"\r\n\r\n%PDF\r\n`),
      multipart([field('ville'), 'Zoë']),
    ]);
    const { fields, files } = await bodyParser({ 'content-type': multipartType }, true)(body);
    expect(fields).toEqual({ prénom: 'José €', ville: 'Zoë' });
    expect(files).toMatchObject([{ field: 'pièce', filename: 'été.pdf' }]);
  });

  it('keeps backslashes in its names and in the names of its files', async () => {
    const names = ['C:\\', '\\', 'a\\b', 'a\\\\b', '\\"'.replace('"', '%22')];
    const parts = names.map((name) => [field(name), 'x'] as const);
    expect(Object.keys(await parse(multipartType, multipart(...parts)))).toEqual([
      'C:\\',
      '\\',
      'a\\b',
      'a\\\\b',
      '\\"',
    ]);
    const file = multipart([`${field('cv\\')}; filename="my\\\\cv.pdf"`, '%PDF']);
    const { files } = await bodyParser({ 'content-type': multipartType }, true)(file);
    expect(files).toMatchObject([{ field: 'cv\\', filename: 'my\\\\cv.pdf' }]);
  });

  it.each([
    [`filename*=UTF-8''%C3%A9t%C3%A9%20%e2%82%ac.pdf`, 'été €.pdf'],
    [`filename="ete.pdf"; filename*=iso-8859-1'fr'%E9t%E9.pdf`, 'été.pdf'],
  ])('has the name of its file that %s says', async (named, filename) => {
    const file = multipart([`${field('cv')}; ${named}`, '%PDF']);
    expect(await bodyParser({ 'content-type': multipartType }, true)(file)).toMatchObject({ files: [{ filename }] });
  });

  it('keeps byte order marks in its values, in any charset', async () => {
    const inUtf16 = [
      `${field('b')}\r\nContent-Type: text/plain; charset=utf-16le`,
      Buffer.from('\ufeff2', 'utf16le'),
    ] as const;
    expect(await parse(multipartType, multipart([field('a'), '\ufeff1'], inUtf16))).toEqual({
      a: '\ufeff1',
      b: '\ufeff2',
    });
  });

  it.each([
    'filename="cv.pdf"',
    "filename*=UTF-8''cv.pdf",
    "filename*=UTF-8''",
    `filename=""; filename*=UTF-8''cv.pdf`,
  ])('with a file is refused where the form takes none: %s', async (named) => {
    const body = multipart(
      [field('name'), 'Ada'],
      [`${field('cv')}; ${named}\r\nContent-Type: application/pdf`, '%PDF'],
    );
    await expect(parse(multipartType, body)).rejects.toThrow(
      refusal(422, 'no_file_uploads', 'This form takes no files'),
    );
  });

  it('with a file input that was left empty is taken without it', async () => {
    const body = multipart(
      [field('name'), 'Ada'],
      [`${field('cv')}; filename=""\r\nContent-Type: application/octet-stream`, ''],
    );
    expect(await parse(multipartType, body)).toEqual({ name: 'Ada' });
  });

  it.each([
    ['nothing', ''],
    ['no boundary at all', 'a=1'],
    ['a part without an end', `--${boundary}\r\n${field('a')}\r\n\r\nx`],
    ['a part without a body', `--${boundary}\r\n${field('a')}\r\n--${boundary}--`],
    ['a part without a name', `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${boundary}--`],
    ['a head without end', `--${boundary}\r\nX: ${'x'.repeat(10_000)}\r\n\r\nx\r\n--${boundary}--`],
  ])('is refused when it has %s', async (_what, body) => {
    await expect(parse(multipartType, body)).rejects.toThrow(
      refusal(400, 'malformed_body', 'The body is not valid multipart/form-data'),
    );
  });

  it('is refused without a boundary in its type', async () => {
    await expect(parse('multipart/form-data', multipart([field('a'), 'x']))).rejects.toThrow(
      refusal(400, 'malformed_body'),
    );
  });

  it('takes a part without headers as a part', async () => {
    await expect(parse(multipartType, `--${boundary}\r\n\r\nx\r\n--${boundary}--`)).rejects.toThrow(
      refusal(400, 'malformed_body'),
    );
  });
});

describe('a JSON body', () => {
  it.each(['{"a":1', '', 'a=1', '{"a":1}}', "{'a':1}"])('is refused when it is not JSON: %j', async (text) => {
    await expect(parse('application/json', text)).rejects.toThrow(
      refusal(400, 'malformed_body', 'The body is not valid JSON'),
    );
  });

  it.each([
    ['windows-1252', '', Buffer.from('{"pr\xe9nom":"\xff\x80"}', 'latin1'), { prénom: 'ÿ€' }],
    ['windows-1252, against its name', '; charset=utf-8', Buffer.from('{"a":"\xe9"}', 'latin1'), { a: 'é' }],
    ['the charset that its header names', '; charset=iso-8859-15', Buffer.from('{"a":"\xa4"}', 'latin1'), { a: '€' }],
    ['UTF-8 with a mark', '', Buffer.from('\ufeff{"a":"é"}'), { a: 'é' }],
    ['UTF-16 with a mark', '', Buffer.from('\ufeff{"a":"é"}', 'utf16le'), { a: 'é' }],
    ['UTF-16 with a mark and the big end first', '', Buffer.from('\ufeff{"a":"é"}', 'utf16le').swap16(), { a: 'é' }],
    ['UTF-16 by its name', '; charset=utf-16le', Buffer.from('{"a":"é"}', 'utf16le'), { a: 'é' }],
  ])('may be %s', async (_what, named, body, fields) => {
    expect(await parse(`application/json${named}`, body)).toEqual(fields);
  });

  it.each(['[]', '[{"a":1}]', '"text"', '1', 'null', 'true'])(
    'is refused when it is not an object: %s',
    async (text) => {
      await expect(parse('application/json', text)).rejects.toThrow(refusal(400, 'not_an_object'));
    },
  );

  it.each([
    ['names that JavaScript knows', '{"__proto__":{"a":1},"constructor":"x","toString":"y","hasOwnProperty":1}'],
    ['the order of the fields', '{"z":"1","a":"2","m":"3"}'],
    ['emoji and right-to-left text', '{"👋 name":"שלום","كلمة":"🏳️‍🌈"}'],
    ['empty values and names', '{"":"","empty":"","none":null,"list":[]}'],
  ])('keeps %s', async (_what, text) => {
    expect(await stored('application/json', text)).toBe(text);
  });

  it.each(['C:\\', 'pr\\u00', 'prénom', 'say "hi"', '\\', '"', '\n', 'a\ue000b'])(
    'has the name that it was sent with, as other forms have, whatever was read before: %j',
    async (name) => {
      const other = JSON.stringify(JSON.stringify(name).slice(1, -1).slice(0, name.length));
      const first = `first of ${JSON.stringify(name).length} ${name.length}`;
      await stored('application/json', `{"${first}":"x",${other}:"1"}`);
      const json = `{"${first}":"x",${JSON.stringify(name)}:"1"}`;
      expect(await stored('application/json', json)).toBe(json);
      expect(await stored(formType, new URLSearchParams({ [first]: 'x', [name]: '1' }).toString())).toBe(json);
    },
  );

  it('with a name that cannot be stored is refused, also beside an escaped one', async () => {
    for (const name of [String.raw`\u0000`, String.raw`\ud83d`]) {
      const body = String.raw`{"a\\":1,"${name}":2}`;
      await expect(parse('application/json', body)).rejects.toThrow(refusal(422, 'invalid_fields'));
    }
    const deep = `${String.raw`{"a\\":`.repeat(20_000)}1${'}'.repeat(20_000)}`;
    await expect(parse('application/json', deep)).rejects.toThrow(refusal(422, 'invalid_fields'));
  });

  it('nested 20,000 deep is refused', async () => {
    const body = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    await expect(parse('application/json', body)).rejects.toThrow(
      refusal(422, 'invalid_fields', 'Fields can be nested at most 10 deep'),
    );
  });
});

describe('a number', () => {
  it.each(['1.0', '1e400', '-0', '12345678901234567890', '0.1000', '1E5', '-1.50e-3', '9007199254740993'])(
    'is stored as it was written: %s',
    async (number) => {
      const body = `{"a":${number},"b":[{"c":${number}}],"d":"${number}"}`;
      expect(await stored('application/json', body)).toBe(body);
    },
  );

  it.each(['0', '1', '-1', '1.5', '123456789012345'])('that is plain stays a number: %s', async (number) => {
    expect(await parse('application/json', `{"a":${number},"b":"1.0"}`)).toEqual({ a: Number(number), b: '1.0' });
  });

  it('is stored as it was written at the deepest allowed level', async () => {
    const body = `${'{"a":'.repeat(10)}1.0${'}'.repeat(10)}`;
    expect(await stored('application/json', body)).toBe(body);
  });

  it('costs nothing where a name that comes again hides what is nested too deep', async () => {
    const hidden = `{"a":${'['.repeat(20_000)}1.0${']'.repeat(20_000)},"a":1.0}`;
    expect(await stored('application/json', hidden)).toBe('{"a":1.0}');
  });
});
