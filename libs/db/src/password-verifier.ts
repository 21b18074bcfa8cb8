import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** As many as PostgreSQL takes itself. */
const iterations = 4_096;
const saltBytes = 16;
const hashBytes = 32;

/**
 * What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803). It takes this in the place of the password, which then
 * stands in no statement, and in no log of statements.
 */
export function passwordVerifier(password: string): string {
  const salt = randomBytes(saltBytes);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, hashBytes, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
