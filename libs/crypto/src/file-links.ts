import { createHmac } from 'node:crypto';
import { fileLinkMinutes } from '@inlet/contracts/files';
import type { Secrets } from '@inlet/process/config';
import { deriveKey } from '#derive-key.ts';
import { isSameSecret } from '#same-secret.ts';

const validSeconds = fileLinkMinutes * 60;

/** A single file, or a zip archive of all files of a submission. */
export type Linked = 'file' | 'archive';
const folders: Readonly<Record<Linked, string>> = { file: '/files', archive: '/files/of' };

/** Signed links that let a browser download files without a session. Nothing is stored for them. */
export interface FileLinks {
  readonly urlOf: (linked: Linked, id: string, nowMs?: number) => string;
  readonly isValid: (
    linked: Linked,
    id: string,
    signed: { readonly exp: number; readonly sig: string },
    nowMs?: number,
  ) => boolean;
}

/** Signs with the first secret of ENCRYPTION_KEYS, which account and worker share, and accepts all of them. */
export function createFileLinks(secrets: Secrets, baseUrl: string): FileLinks {
  const keys = secrets.map((secret) => deriveKey(secret, 'file links'));
  const [currentKey] = keys as [Buffer];
  return {
    urlOf: (linked, id, nowMs = Date.now()) => {
      const exp = Math.floor(nowMs / 1_000) + validSeconds;
      const path = `${folders[linked]}/${id}`;
      return `${baseUrl}${path}?exp=${exp}&sig=${signatureOf(path, exp, currentKey)}`;
    },
    isValid: (linked, id, { exp, sig }, nowMs = Date.now()) =>
      exp * 1_000 > nowMs && keys.some((key) => isSameSecret(sig, signatureOf(`${folders[linked]}/${id}`, exp, key))),
  };
}

function signatureOf(path: string, exp: number, key: Buffer): string {
  return createHmac('sha256', key).update(`${path}?exp=${exp}`).digest('base64url');
}
