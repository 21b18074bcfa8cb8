import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** The same number as PostgreSQL's default. */
const iterations = 4_096;
const saltBytes = 16;
const hashBytes = 32;

/**
 * PostgreSQL's stored form of a password (SCRAM-SHA-256, RFC 5803). PostgreSQL accepts it in place of the password, so
 * the password is not in any statement or statement log.
 */
export function passwordVerifier(password: string): string {
  const salt = randomBytes(saltBytes);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, hashBytes, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
