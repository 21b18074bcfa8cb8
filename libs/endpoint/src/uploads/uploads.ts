import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import { fileBytesMax, filesMax } from '@inlet/contracts/submission-limits';
import type { AcceptedFile, AcceptedUpload } from '@inlet/contracts/uploads';
import { HttpError, unavailable } from '@inlet/http/errors';
import type { Logger } from '@inlet/process/logger';
import { checkName } from '#bodies/check-fields.ts';
import type { KnownForm } from '#forms/known-form.ts';
import {
  filesTooBig,
  fileTypeNotAccepted,
  inUnits,
  noFileUploads,
  storageLimitReached,
  tooManyFiles,
} from '#refusals/submit-errors.ts';
import { cleanName } from '#uploads/clean-name.ts';
import { guessType, isAccepted } from '#uploads/file-type.ts';
import { openGivenUp } from '#uploads/given-up.ts';
import type { UploadAccount } from '#uploads/upload-account.ts';
import { type Connection, createUploadGate } from '#uploads/upload-gate.ts';

/** The files of a submission while they are being stored. */
export interface Upload {
  /** Stores a file; it is durable when this resolves. A part without a name and without bytes is not a file. */
  readonly add: (field: string, filename: string | undefined, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** Undefined without files. */
  readonly accepted: () => AcceptedUpload | undefined;
  /** Ends the upload, so that others may start. */
  readonly end: () => void;
  /** Abandons the stored files, because no submission has them. */
  readonly abandon: () => void;
}

export interface Sender {
  readonly network: string;
  readonly socket: Connection;
}

export interface Uploads {
  /** Starts an upload of at most this many bytes, from a network, over a connection. */
  readonly begin: (form: KnownForm, from: Sender, bytes: number) => Promise<Upload>;
  /** Tells account about abandoned uploads. */
  readonly close: () => Promise<void>;
}

export interface UploadDeps {
  readonly blobs: Pick<Blobs, 'put'>;
  readonly account: UploadAccount;
  /** While the form's lane in Redis is away, the batch could not wait for its files. */
  readonly isRedisAway: (form: KnownForm) => boolean;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Only tests override the clock. */
  readonly nowMs?: () => number;
}

/** For ten seconds, other uploads may end that have reserved more than they need. */
const busyTriesMax = 20;
const busyPauseMs = 500;
/**
 * A submission is not queued with older files: they are removed half an hour later if it is not stored by then. The
 * largest upload takes 65 minutes at the minimum rate.
 */
const oldestMs = 90 * 60_000;

export function createUploads({ blobs, account, isRedisAway, logger, nowMs = () => Date.now() }: UploadDeps): Uploads {
  const gate = createUploadGate();
  const givenUp = openGivenUp(account, logger);

  async function open(form: KnownForm, bytes: number) {
    if (!form.files) throw noFileUploads();
    if (isRedisAway(form)) throw unavailable();
    const id = randomUUID();
    const ask = () =>
      account.openUpload({ id, formId: form.id, bytes }).catch((err: unknown) => {
        logger.warn({ err }, 'uploads: account could not reserve storage');
        // Account may have opened it although its response did not arrive.
        givenUp.add(id);
        throw unavailable();
      });
    let answer = await ask();
    for (let tries = 1; answer.outcome === 'busy' && tries < busyTriesMax; tries += 1) {
      await pause(busyPauseMs);
      answer = await ask();
    }
    if (answer.outcome === 'off') throw noFileUploads();
    if (answer.outcome === 'busy') throw unavailable();
    if (answer.outcome === 'full') throw storageLimitReached(inUnits(answer.limit));
    return { id, ...answer };
  }

  async function begin(form: KnownForm, { network, socket }: Sender, wanted: number): Promise<Upload> {
    const leave = await gate.enter({ network, formId: form.id }, socket);
    const {
      id: uploadId,
      bytes,
      limit,
    } = await open(form, wanted).catch((error: unknown) => {
      leave();
      throw error;
    });
    const files: AcceptedFile[] = [];
    const begunMs = nowMs();
    let left = bytes;

    async function add(field: string, filename: string | undefined, source: AsyncIterable<Buffer>): Promise<void> {
      const pieces = source[Symbol.asyncIterator]();
      const first = await pieces.next();
      if (first.done && !filename) return;
      if (files.length === filesMax) throw tooManyFiles();
      checkName(field, field);
      const name = cleanName(filename);
      const type = guessType(name, first.done ? Buffer.of() : first.value);
      if (!isAccepted(form.files?.types ?? [], name, type)) throw fileTypeNotAccepted(field);
      const id = randomUUID();
      const hash = createHash('sha256');
      let size = 0;
      async function* counted() {
        for (let piece = first; !piece.done; piece = await pieces.next()) {
          size += piece.value.length;
          left -= piece.value.length;
          if (size > fileBytesMax) throw filesTooBig(field);
          if (left < 0) throw storageLimitReached(inUnits(limit));
          hash.update(piece.value);
          yield piece.value;
        }
      }
      await blobs.put(fileKey(form.id, uploadId, id), counted()).catch((err: unknown) => {
        if (err instanceof HttpError) throw err;
        logger.error({ err }, 'uploads: file could not be stored');
        throw unavailable();
      });
      files.push({ id, field, name, type, size, sha256: hash.digest('hex') });
    }

    return {
      add,
      accepted: () => {
        if (nowMs() - begunMs > oldestMs) throw unavailable();
        return files.length === 0 ? undefined : { id: uploadId, files };
      },
      end: leave,
      abandon: () => {
        leave();
        givenUp.add(uploadId);
      },
    };
  }

  return { begin, close: givenUp.close };
}
