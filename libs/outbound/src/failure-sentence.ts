import { RefusedAddress } from '#guarded-connector.ts';

/** The timeout of a whole exchange, from the DNS lookup to the last byte of the response. */
export const exchangeTimeoutMs = 15_000;

const noAnswer = `No answer within ${exchangeTimeoutMs / 1_000} seconds`;
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^EAI_/, 'The name of the host could not be resolved'],
  [/^ECONNREFUSED$/, 'The connection was refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'The host cannot be reached'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError)$/, noAnswer],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The connection was closed before an answer came'],
  [/CERT|^(ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED|UNABLE_TO_)/, 'The certificate is not valid'],
  [/^(EPROTO|ERR_SSL_)/, 'The host does not speak https'],
  [/^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)$/, 'The headers of the answer are too large'],
  [/^HPE_|^HTTPParserError$|^UND_ERR_INFO$/, 'The answer is not HTTP'],
  // The proxy refused CONNECT.
  [/^UND_ERR_ABORTED$/, 'The address was refused'],
  [/^UND_ERR_INVALID_ARG$/, 'A header of this target cannot be sent'],
];

/** The sentence about a failed attempt at a URL in the owner's log. It says nothing of our own network. */
export function failureSentence(error: unknown, url: string): string {
  if (error instanceof RefusedAddress) return error.message;
  const code = codeOf(error);
  if (/^(ENOTFOUND|ENODATA)$/.test(code)) return `We can't find ${new URL(url).hostname}. Check the URL.`;
  return sentences.find(([pattern]) => pattern.test(code))?.[1] ?? 'The request failed';
}

/** Connecting to a name with several addresses fails with a list of errors; the first one is sufficient. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.name;
}
