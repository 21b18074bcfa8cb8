import { numberMark, type RequestMix } from '#load/wrk-script.ts';
import { websiteOrigin } from '#product/forms.ts';

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const visitor = { name: 'Ada Lovelace', email: 'ada@example.com' };
/** The number makes the text of every request different. */
const opening = `Order ${numberMark}. `;
const sentence = 'I would like to know whether your workshop in May has places left, and what it costs. ';
/** The fields of a typical contact form. */
const SMALLEST_BYTES = 200;
export const websiteHeaders = { origin: websiteOrigin, 'user-agent': userAgent };

export function pathOf(endpointId: string): string {
  return `/api/forms/${endpointId}`;
}

/** A contact form by a script, as `fetch` sends it, in each of these sizes. */
export function jsonSubmissions(endpointIds: readonly string[], sizes = [SMALLEST_BYTES]): RequestMix {
  return {
    paths: endpointIds.map(pathOf),
    bodies: sizes.map((bytes) => JSON.stringify(fieldsOf(bytes))),
    headers: { ...websiteHeaders, accept: '*/*', 'content-type': 'application/json' },
  };
}

/** A contact form whose JSON has this many bytes. */
function fieldsOf(bytes: number): Record<string, string> {
  const without = JSON.stringify({ ...visitor, message: '' });
  const room = bytes - without.length;
  return { ...visitor, message: (opening + sentence.repeat(Math.ceil(room / sentence.length))).slice(0, room) };
}
