/** Pieces of this size are handed to the browser, which may keep them on disk rather than in memory. */
const pieceBytes = 8_000_000;

export interface ExportFile {
  readonly write: (chunk: Uint8Array<ArrayBuffer>) => void;
  /** Gives the file to the reader under its name. */
  readonly save: (name: string) => void;
}

/** Collects a file of any size without a long list of small pieces in memory. */
export function createExportFile(type: string): ExportFile {
  const pieces: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let openBytes = 0;

  function closePiece(): void {
    pieces.push(new Blob(open));
    open = [];
    openBytes = 0;
  }

  return {
    write: (chunk) => {
      open.push(chunk);
      openBytes += chunk.byteLength;
      if (openBytes >= pieceBytes) closePiece();
    },
    save: (name) => {
      closePiece();
      const url = URL.createObjectURL(new Blob(pieces, { type }));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The download has taken its own hold of the file by then.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
  };
}

/** The name that the service gives the file; every browser of today reads the extended one. */
export function fileNameIn(disposition: string | null, otherwise: string): string {
  const [, extended] = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '') ?? [];
  if (extended === undefined) return otherwise;
  try {
    return decodeURIComponent(extended);
  } catch {
    return otherwise;
  }
}
