import { createSemaphore } from '@inlet/process/semaphore';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id: 19 MiB, two passes. It takes about 50 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrent hashes: each uses a core, so more would only delay every request. */
const hashesAtOnce = 2;

export const { hashPassword, passwordMatches, pretendToCompare } = createPasswords({ hash, verify });

export function createPasswords(argon2: { readonly hash: typeof hash; readonly verify: typeof verify }) {
  const semaphore = createSemaphore(hashesAtOnce);
  let dummyHash: Promise<string> | undefined;

  function hashPassword(password: string): Promise<string> {
    return semaphore.run(() => argon2.hash(password, cost));
  }

  function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
    return semaphore.run(() => argon2.verify(passwordHash, password));
  }

  /** Does the work of a comparison, so that refusing an unknown address takes as long as refusing a known one. */
  async function pretendToCompare(password: string): Promise<void> {
    dummyHash ??= hashPassword('nobody has this password');
    await passwordMatches(await dummyHash, password);
  }

  return { hashPassword, passwordMatches, pretendToCompare };
}

/** Returns whether a hash was made at a lower cost than new ones are. */
export function isOutdated(passwordHash: string): boolean {
  const [, memoryCost = 0, timeCost = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash) ?? [];
  return Number(memoryCost) < cost.memoryCost || Number(timeCost) < cost.timeCost;
}
