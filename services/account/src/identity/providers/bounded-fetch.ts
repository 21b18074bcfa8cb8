import type { CustomFetch } from 'openid-client';

/** Four requests at most make up a sign-in, so it ends within this time and a person still waits. */
export const providerTimeoutSeconds = 5;
/** Descriptions and key sets of providers have some 20 kB. */
const bytesMax = 512 * 1_024;
/** Statuses that have no body by their definition. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** `fetch` that reads a response to its end and no further than a limit. The library's signal bounds its time. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...options, body: options.body ?? null } as RequestInit);
  const { status, headers } = response;
  const body = await readBody(response);
  return new Response(withoutBody.has(status) ? null : body, { status, headers });
};

async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the stream.
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw new Error('The response of a provider is too large');
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
