import type { LocalConfig } from '@inlet/local/config';
import { ownConfig } from '@inlet/local/own-config';
import { freePort } from '@inlet/testing/free-port';

/** More than one machine sends in a minute: the client's count is kept and checked, and never reached. */
const SUBMISSIONS_PER_MINUTE = 1_000_000_000;

/** Settings of a product that shares nothing with another one, with its rate limit on. */
export async function ownSettings(dataDir: string): Promise<LocalConfig> {
  const config = await ownConfig(dataDir);
  // Nothing that is measured sends a mail, so nobody listens there.
  const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
  const limits = { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: String(SUBMISSIONS_PER_MINUTE) };
  // Without plans every account may have targets, and the form's own account keeps a limit that no load reaches.
  return { ...config, billing: 'off', smtpUrl, inherited: { ...config.inherited, ...limits } };
}
