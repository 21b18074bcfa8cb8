const names = Array.from({ length: 10_000 }, (_, n) => `field${n}`);
const boundary = 'a-boundary';
const parts = names.map((name) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`);
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = `multipart/form-data; boundary=${boundary}`;

/** Bodies that are designed to waste a server's time, with the status that refuses each. */
export const costlyBodies: readonly {
  readonly what: string;
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
}[] = [
  {
    what: '10,000 fields of JSON',
    status: 422,
    body: `{${names.map((name) => `"${name}":1`).join()}}`,
    contentType: json,
  },
  { what: '10,000 fields of a form', status: 422, body: names.map((name) => `${name}=1`).join('&'), contentType: form },
  { what: '10,000 parts', status: 422, body: `${parts.join('')}--${boundary}--\r\n`, contentType: multipart },
  { what: '200,000 numbers', status: 422, body: `{"a":[${Array(200_000).fill('1.0').join()}]}`, contentType: json },
  { what: 'one name 10,000 times', status: 422, body: Array(10_000).fill('a=1').join('&'), contentType: form },
  { what: 'a megabyte of brackets', status: 400, body: '['.repeat(1_000_000), contentType: json },
  {
    what: 'a field nested 400,000 deep',
    status: 422,
    body: `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
    contentType: json,
  },
  { what: 'a megabyte of percent signs', status: 422, body: '%'.repeat(1_000_000), contentType: form },
  {
    what: 'a megabyte of nameless parts',
    status: 400,
    body: `${`--${boundary}\r\n\r\n\r\n`.repeat(50_000)}--${boundary}--`,
    contentType: multipart,
  },
  { what: 'a megabyte of dashes', status: 400, body: '-'.repeat(1_000_000), contentType: multipart },
  { what: 'a megabyte of ampersands', status: 400, body: '&'.repeat(1_000_000), contentType: form },
];
