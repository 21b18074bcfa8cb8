import { importBytesMax, importLinesMax } from '@inlet/contracts/import-limits';
import { isRefused, type RefusedRow } from '#file-shape.ts';
import type { Mapping } from '#mapping.ts';
import type { RowsRead } from '#read-rows.ts';
import { createLineWriter } from '#to-lines.ts';

/** The rows of one call of `POST /api/v1/forms/:id/import`. */
export interface ImportCall {
  /** NDJSON. Empty where all rows were refused before they were sent. */
  readonly body: string;
  /** The line of the file for each line of the body. */
  readonly lines: readonly number[];
  /** Rows that are not in the body. */
  readonly refused: readonly RefusedRow[];
  /** Bytes of the file that are read so far. */
  readonly bytesRead: number;
}

interface OpenCall {
  body: string;
  bytes: number;
  readonly lines: number[];
  readonly refused: RefusedRow[];
}

/** Refused rows of one call, which may have none to send. */
const refusedMax = importLinesMax;

/** Divides the rows of a file into calls, each as large as the server takes it. */
export async function* toCalls(rows: AsyncIterable<RowsRead>, mapping: Mapping): AsyncGenerator<ImportCall> {
  const writeLine = createLineWriter(mapping);
  let call = emptyCall();
  let bytesRead = 0;
  for await (const read of rows) {
    for (const row of read.rows) {
      const line = writeLine(row);
      if (isRefused(line)) call.refused.push(line);
      else {
        if (call.bytes + line.bytes >= importBytesMax) {
          yield { ...call, bytesRead };
          call = emptyCall();
        }
        call.body += `${line.text}\n`;
        call.bytes += line.bytes + 1;
        call.lines.push(line.line);
      }
      if (call.lines.length < importLinesMax && call.refused.length < refusedMax) continue;
      yield { ...call, bytesRead };
      call = emptyCall();
    }
    bytesRead = read.bytesRead;
  }
  yield { ...call, bytesRead };
}

function emptyCall(): OpenCall {
  return { body: '', bytes: 0, lines: [], refused: [] };
}
