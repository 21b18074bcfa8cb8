import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '#local/write-atomically.ts';

export type Secrets = { tokenSecret: string; internalToken: string };

const SECRET_BYTES = 32;

/** The secrets of this data folder, made once: sessions outlive a restart. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) writeAtomically(file, JSON.stringify(makeSecrets(), null, 2), 0o600);
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

function makeSecrets(): Secrets {
  const secret = () => randomBytes(SECRET_BYTES).toString('base64url');
  return { tokenSecret: secret(), internalToken: secret() };
}
