import type { IncomingHttpHeaders } from 'node:http';
import { checkFields } from '#bodies/check-fields.ts';
import { parseContentType } from '#bodies/content-type.ts';
import { documentDecoder, withoutMark } from '#bodies/decode-text.ts';
import type { Fields } from '#bodies/fields.ts';
import { isAsWritten, parseJson, withExactNumbers } from '#bodies/json.ts';
import { type FilePart, parseMultipart } from '#bodies/multipart.ts';
import { parseUrlencoded } from '#bodies/urlencoded.ts';
import { encodingNotSupported, noFileUploads, typeNotSupported } from '#refusals/submit-errors.ts';

export interface ParsedBody {
  readonly fields: Fields;
  /** The fields as JSON text, if the body already is exactly that. */
  readonly json: string | null;
  /** Absent without files. */
  readonly files?: readonly FilePart[];
}

/** Parses a complete body. */
export type ParseBody = (body: Buffer) => ParsedBody | Promise<ParsedBody>;

/** Chooses the parser before the body is read, so that an unreadable body costs nothing. */
export function bodyParser(headers: IncomingHttpHeaders, takesFiles = false): ParseBody {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw encodingNotSupported();
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  const charset = parameters.get('charset');
  if (type === 'application/json') return (body) => parseJsonBody(body, charset);
  if (type === 'application/x-www-form-urlencoded') return (body) => checked(parseUrlencoded(body, charset));
  if (type === 'multipart/form-data') {
    return async (body) => {
      const { fields, files } = await parseMultipart(body, parameters);
      if (files.length > 0 && !takesFiles) throw noFileUploads();
      return files.length > 0 ? { ...checked(fields), files } : checked(fields);
    };
  }
  throw typeNotSupported();
}

function parseJsonBody(body: Buffer, charset: string | undefined): ParsedBody {
  const text = withoutMark(documentDecoder(body, charset)(body));
  const { fields } = checked(parseJson(text));
  return isAsWritten(text, fields) ? { fields, json: text } : { fields: withExactNumbers(fields, text), json: null };
}

function checked(fields: Fields): ParsedBody {
  checkFields(fields);
  return { fields, json: null };
}
