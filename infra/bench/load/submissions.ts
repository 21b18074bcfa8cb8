import { numberMark, type RequestMix } from '#load/wrk-script.ts';
import { websiteOrigin } from '#product/forms.ts';

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const visitor = { name: 'Ada Lovelace', email: 'ada@example.com' };
/** Its number makes it another text in every request. */
const opening = `Order ${numberMark}. `;
const sentence = 'I would like to know whether your workshop in May has places left, and what it costs. ';
/** What a contact form usually brings. */
const SMALLEST_BYTES = 200;
const LARGEST_BYTES = 8_000;
const SIZES = 17;
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
export const websiteHeaders = { origin: websiteOrigin, 'user-agent': userAgent };

export function pathOf(endpointId: string): string {
  return `/api/forms/${endpointId}`;
}

/** From 0.2 to 8 kB, each as much larger than the one before: small ones are many, as on the web. */
export const mixedSizes = Array.from({ length: SIZES }, (_, step) =>
  Math.round(SMALLEST_BYTES * (LARGEST_BYTES / SMALLEST_BYTES) ** (step / (SIZES - 1))),
);

/** A contact form by a script, as `fetch` sends it, in each of these sizes. */
export function jsonSubmissions(endpointIds: readonly string[], sizes = [SMALLEST_BYTES]): RequestMix {
  return {
    paths: endpointIds.map(pathOf),
    bodies: sizes.map((bytes) => JSON.stringify(fieldsOf(bytes))),
    headers: { ...websiteHeaders, accept: '*/*', 'content-type': 'application/json' },
  };
}

/** The contact form as a browser sends it by itself, which is answered with a page. */
export function urlencodedSubmissions(endpointIds: readonly string[]): RequestMix {
  const body = new URLSearchParams(fieldsOf(SMALLEST_BYTES)).toString();
  return formMix(endpointIds, 'application/x-www-form-urlencoded', body);
}

/** The same for a form that asks for `multipart/form-data`. */
export function multipartSubmissions(endpointIds: readonly string[]): RequestMix {
  const parts = Object.entries(fieldsOf(SMALLEST_BYTES)).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return formMix(endpointIds, `multipart/form-data; boundary=${boundary}`, `${parts.join('')}--${boundary}--\r\n`);
}

/** A contact form whose JSON has this many bytes. */
export function fieldsOf(bytes: number): Record<string, string> {
  const without = JSON.stringify({ ...visitor, message: '' });
  const room = bytes - without.length;
  return { ...visitor, message: (opening + sentence.repeat(Math.ceil(room / sentence.length))).slice(0, room) };
}

function formMix(endpointIds: readonly string[], contentType: string, body: string): RequestMix {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
  return {
    paths: endpointIds.map(pathOf),
    bodies: [body],
    headers: { ...websiteHeaders, accept, 'content-type': contentType },
  };
}
