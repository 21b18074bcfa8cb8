import { NetworkError } from '#lib/http.ts';

/** At this size pieces are joined, so that the browser may keep them on disk instead of in memory. */
const blobBytes = 8 * 1024 * 1024;
/** The interval between progress reports. */
const progressEveryMs = 100;
const addressMs = 60_000;

/** Reads a response to its end as one file of any size. It rejects if the connection breaks. */
export async function receiveFile(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const blobs: Blob[] = [];
  let pieces: BlobPart[] = [];
  let loose = 0;
  let total = 0;
  let told = { bytes: 0, atMs: Number.NEGATIVE_INFINITY };
  const tell = () => {
    if (told.bytes === total) return;
    told = { bytes: total, atMs: performance.now() };
    onProgress(total);
  };
  for await (const piece of piecesOf(response)) {
    pieces.push(piece);
    loose += piece.byteLength;
    total += piece.byteLength;
    if (loose >= blobBytes) {
      blobs.push(new Blob(pieces));
      pieces = [];
      loose = 0;
    }
    if (performance.now() - told.atMs >= progressEveryMs) tell();
  }
  tell();
  return new Blob([...blobs, ...pieces], { type: response.headers.get('content-type') ?? '' });
}

/** Offers a file to the person as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own reference to the file by then.
  setTimeout(() => URL.revokeObjectURL(url), addressMs);
}

/** Follows a download link; the page stays open. */
export function followLink(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** The file name from the service: the UTF-8 one if there is one, the ASCII one otherwise. */
export function fileNameOf(response: Response, fallback: string): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const plain = /filename="([^"]+)"/.exec(disposition)?.[1] ?? fallback;
  const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (extended === undefined) return plain;
  try {
    return decodeURIComponent(extended);
  } catch {
    return plain;
  }
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new NetworkError(cause);
    });
    if (done) return;
    yield value;
  }
}
