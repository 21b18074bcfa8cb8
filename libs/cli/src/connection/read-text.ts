import { brokenOff } from '#connection/api.ts';

/** The body of a response as text; an answer beyond the limit is an error, so that memory stays bounded. */
export async function readText(response: Response, bytesMax: number, signal?: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new Error(`the answer is longer than ${bytesMax} bytes`);
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw brokenOff(error);
  }
  return text + decoder.decode();
}
