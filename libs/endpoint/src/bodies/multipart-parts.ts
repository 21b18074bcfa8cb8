import { type Readable, Writable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { filesMax } from '@inlet/contracts/submission-limits';
import { valuesMax } from '@inlet/submissions/field-faults';
import { parseContentType } from '#bodies/content-type.ts';
import { percentDecode } from '#bodies/urlencoded.ts';
import { bodyMalformed, valuesTooMany } from '#refusals/submit-errors.ts';

/** A part of a multipart body, by its head. Its names are raw: one character for each byte. */
export interface Part {
  readonly name: string;
  /** Undefined for a field; empty for an empty file input. */
  readonly filename: string | undefined;
  readonly charset: string | undefined;
  readonly content: Readable;
}

export interface MultipartParser {
  /** The stream that the body is piped into. */
  readonly parser: Writable;
  /** Resolves when all parts are read; rejects if the body is refused. */
  readonly ended: Promise<void>;
  /** Stops reading. Parts that are being read fail. */
  readonly refuse: (refusal: unknown) => void;
}

const headersMax = 20;
const boundaryMax = 200;

/** Splits a multipart body into its parts. `take` must read the content of each part. */
export function openMultipart(boundary: string | undefined, take: (part: Part) => void): MultipartParser {
  if (!boundary || boundary.length > boundaryMax) throw malformed();
  const dicer = new Dicer({ boundary, maxHeaderPairs: headersMax });
  let isFinished = false;
  let endWrite: (() => void) | undefined;
  // Dicer reports its end at the last boundary, where a pipe would stop.
  const parser = new Writable({
    write: (piece, _encoding, done) => {
      if (isFinished) return done();
      endWrite = () => {
        endWrite = undefined;
        done();
      };
      dicer.write(piece, () => endWrite?.());
    },
    final: (done) => {
      dicer.end();
      done();
    },
  });
  const ended = Promise.withResolvers<void>();
  let [partCount, headCount, isTaken, isRefused] = [0, 0, false, false];
  const contents = new Set<Readable>();

  function refuse(refusal: unknown): void {
    isRefused = true;
    ended.reject(refusal);
    parser.destroy();
    dicer.destroy();
    for (const content of contents) content.destroy();
  }
  /** True if a part's head has no end. */
  const isHeadMissing = () => headCount < partCount;
  function settle(): void {
    if (isHeadMissing()) refuse(malformed());
    else if (isTaken && isFinished) ended.resolve();
  }

  dicer.on('part', (content: Readable) => {
    content.on('error', () => undefined);
    if (isRefused) return;
    if (isHeadMissing()) return refuse(malformed());
    partCount += 1;
    if (partCount > valuesMax + filesMax) return refuse(valuesTooMany());
    contents.add(content);
    content.once('close', () => contents.delete(content));
    content.once('header', (head: Head) => {
      headCount += 1;
      if (isRefused) return;
      try {
        take({ ...readHead(head), content });
      } catch (error) {
        refuse(error);
      }
    });
  });
  dicer.on('error', () => refuse(malformed()));
  // The first event may come before the end of the body, the second before the last part is read.
  dicer.on('finish', () => {
    isFinished = true;
    // If the last part was longer than its buffer, Dicer never calls back for the write.
    endWrite?.();
    settle();
  });
  parser.on('finish', () => {
    isTaken = true;
    settle();
  });
  return { parser, ended: ended.promise, refuse };
}

type Head = Readonly<Record<string, readonly string[] | undefined>>;

function readHead(head: Head): Omit<Part, 'content'> {
  const { parameters } = parseContentType(head['content-disposition']?.[0] ?? '');
  const name = parameters.get('name');
  if (name === undefined) throw malformed();
  const [, extended] = /^[^']*'[^']*'(.*)$/s.exec(parameters.get('filename*') ?? '') ?? [];
  const charset = head['content-type'] && parseContentType(head['content-type'][0] ?? '').parameters.get('charset');
  return { name, filename: fileNameOf(parameters, extended), charset };
}

function fileNameOf(parameters: ReadonlyMap<string, string>, extended: string | undefined): string | undefined {
  if (extended !== undefined) return percentDecode(extended).toString('latin1');
  return parameters.get('filename');
}

function malformed() {
  return bodyMalformed('The body is not valid multipart/form-data');
}
