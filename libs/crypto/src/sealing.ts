import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Secrets } from '@inlet/process/config';
import { deriveKey } from '#derive-key.ts';

/** Encrypts texts for the database. docs/decisions/access.md describes the format. */
export interface Sealing {
  /** The context names the row, as in `target:<id>`: the value can only be opened for that row. */
  readonly seal: (text: string, context: string) => Buffer<ArrayBuffer>;
  readonly open: (sealed: Uint8Array, context: string) => string;
  /** True if the first key sealed the value. */
  readonly isCurrent: (sealed: Uint8Array) => boolean;
}

/** Thrown for a sealed value that cannot be opened. The message names its context. */
export class SealingError extends Error {
  override readonly name = 'SealingError';
}

const algorithm = 'aes-256-gcm';
const version = 1;
const keyIdBytes = 8;
/** Sealed values with the same head have the same version and key. */
export const headBytes = 1 + keyIdBytes;
/** The size that is recommended for GCM. Random nonces are safe for 2^32 values under one key. */
const nonceBytes = 12;
const tagBytes = 16;

/** Creates a sealing from the secrets of ENCRYPTION_KEYS: the first one seals, and all of them open. */
export function createSealing(secrets: Secrets): Sealing {
  const keys = secrets.map((secret) => deriveKey(secret, 'sealing'));
  const keyByHead = new Map(keys.map((key) => [headOf(key).toString('hex'), key]));
  const [currentKey] = keys as [Buffer];
  const currentHead = headOf(currentKey);
  const isCurrent = (sealed: Uint8Array) => currentHead.equals(sealed.subarray(0, headBytes));
  return {
    isCurrent,
    seal: (text, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, currentKey, nonce).setAAD(additionalData(currentHead, context));
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([currentHead, nonce, ...encrypted, cipher.getAuthTag()]);
    },
    open: (sealed, context) => {
      if (sealed[0] !== version || sealed.length < headBytes + nonceBytes + tagBytes) {
        throw new SealingError(`${context} is not sealed in a format that this release knows`);
      }
      const head = Buffer.from(sealed.subarray(0, headBytes));
      const key = keyByHead.get(head.toString('hex'));
      if (key === undefined) throw new SealingError(`No key of ENCRYPTION_KEYS opens ${context}`);
      const body = sealed.subarray(headBytes);
      const decipher = createDecipheriv(algorithm, key, body.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(additionalData(head, context))
        .setAuthTag(body.subarray(-tagBytes));
      try {
        return decipher.update(body.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new SealingError(`${context} was changed, or was sealed for another row`, { cause });
      }
    },
  };
}

/** The version and the key's id. */
function headOf(key: Buffer): Buffer {
  const id = createHash('sha256').update(key).digest().subarray(0, keyIdBytes);
  return Buffer.concat([Buffer.of(version), id]);
}

function additionalData(head: Buffer, context: string): Buffer {
  return Buffer.concat([head, Buffer.from(context)]);
}
