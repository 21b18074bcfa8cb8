import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '#files/write-atomically.ts';

export type Secrets = ReturnType<typeof makeSecrets>;

const SECRET_BYTES = 32;

/**
 * The secrets of this data folder, generated once, so that sessions outlive a restart. Secrets of a later release are
 * added.
 */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = { ...makeSecrets(), ...kept };
  if (Object.keys(kept).length < Object.keys(secrets).length) {
    writeAtomically(file, JSON.stringify(secrets, null, 2), 0o600);
  }
  return secrets;
}

function makeSecrets() {
  const secret = () => randomBytes(SECRET_BYTES).toString('base64url');
  return {
    tokenSecret: secret(),
    internalToken: secret(),
    webhookSecret: secret(),
    /** A comma-separated list: the first key seals, all keys open. */
    encryptionKeys: secret(),
    accountDatabasePassword: secret(),
    workerDatabasePassword: secret(),
  };
}
