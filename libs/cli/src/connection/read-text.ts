import { brokenOff } from '#connection/api.ts';
import { boundedText } from '#connection/bounded-text.ts';

/** The body of an opened response as text. An answer beyond the limit is one that broke off. */
export async function readText(response: Response, bytesMax: number, signal?: AbortSignal): Promise<string> {
  try {
    return await boundedText(response, bytesMax);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw brokenOff(error);
  }
}
