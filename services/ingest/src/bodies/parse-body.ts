import type { IncomingHttpHeaders } from 'node:http';
import { checkFields } from '#bodies/check-fields.ts';
import { parseContentType } from '#bodies/content-type.ts';
import { textDecoder } from '#bodies/decode-text.ts';
import type { Fields } from '#bodies/fields.ts';
import { parseJson } from '#bodies/json.ts';
import { parseMultipart } from '#bodies/multipart.ts';
import { parseUrlencoded } from '#bodies/urlencoded.ts';
import { encodingNotSupported, typeNotSupported } from '#submissions/submit-errors.ts';

type Parse = (body: Buffer) => Fields;

/** Picks the reader for a request before its body is read, so that what cannot be read costs nothing. */
export function bodyParser(headers: IncomingHttpHeaders): Parse {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw encodingNotSupported();
  const parse = parserFor(headers['content-type'] ?? '');
  return (body) => {
    const fields = parse(body);
    checkFields(fields);
    return fields;
  };
}

function parserFor(header: string): Parse {
  const { type, parameters } = parseContentType(header);
  const charset = parameters.get('charset');
  if (type === 'application/json') {
    const decode = textDecoder(charset);
    return (body) => parseJson(body, decode);
  }
  if (type === 'application/x-www-form-urlencoded') return (body) => parseUrlencoded(body, charset);
  if (type === 'multipart/form-data') return (body) => parseMultipart(body, parameters.get('boundary'));
  throw typeNotSupported();
}
