/** From here on pieces are put together, so that the browser may keep them on disk rather than in memory. */
const blobBytes = 8 * 1024 * 1024;

const addressMs = 60_000;

/** Reads an answer to its end as one file. A connection that breaks rejects: half a file is none. */
export async function receiveFile(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const blobs: Blob[] = [];
  let pieces: BlobPart[] = [];
  let loose = 0;
  let total = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value);
    loose += read.value.byteLength;
    total += read.value.byteLength;
    if (loose >= blobBytes) {
      blobs.push(new Blob(pieces));
      pieces = [];
      loose = 0;
    }
    onProgress(total);
  }
  return new Blob([...blobs, ...pieces], { type: response.headers.get('content-type') ?? '' });
}

/** Hands a file to the person, as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken its own hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(url), addressMs);
}

/** The name that the service gives a file. */
export function fileNameOf(response: Response, fallback: string): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fallback;
}
