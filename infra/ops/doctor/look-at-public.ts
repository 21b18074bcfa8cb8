import { randomBytes } from 'node:crypto';
import { mailRoutes } from '@inlet/contracts/api/mail';
import { networkOf } from '@inlet/http/client-address';
import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import { type Finding, fault, fine, reasonOf, warning } from '#doctor/finding.ts';
import { askPublic, type Way } from '#doctor/public-way.ts';
import type { DoctorSettings } from '#doctor/settings.ts';
import { certificateEndMs, daysUntil } from '#watch/certificate.ts';

type Settings = Pick<DoctorSettings, 'PUBLIC_URL' | 'GATEWAY_URL' | 'TRUSTED_PROXIES' | 'REDIS_URL' | 'REDIS_PREFIX'>;

const certificateMinDays = 14;
const renew = 'docs/runbooks/certificate-ends.md';

/** True if the public address names the machine of a browser, which a container is not. */
export function isUnreachable({ PUBLIC_URL, GATEWAY_URL }: Settings): boolean {
  return PUBLIC_URL !== undefined && isLocal(PUBLIC_URL) && GATEWAY_URL !== undefined && !isLocal(GATEWAY_URL);
}

export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname.endsWith('.localhost');
}

/** Checks the public address: its name, its certificate, its route to account, and the proxies before it. */
export async function lookAtPublic(settings: Settings, way: Way = {}): Promise<Finding[]> {
  const { PUBLIC_URL: url } = settings;
  if (url === undefined || isUnreachable(settings)) return [];
  const [front, certificate, plain] = await Promise.all([
    lookAtFront(settings, url, way),
    lookAtCertificate(url, way),
    lookAtPlain(url, way),
  ]);
  const isThere = front.some(({ level }) => level === 'fine');
  return [...front, ...certificate, ...plain, ...(isThere ? await lookAtProxies(settings, url, way) : [])];
}

async function lookAtFront({ GATEWAY_URL }: Settings, url: string, way: Way): Promise<Finding[]> {
  try {
    const { status } = await askPublic(`${url}/api/config`, {}, way);
    if (status === 200) return [fine(`${url} leads through the gateway to account`)];
    return [fault(`${url} answers with status ${status}`, 'Look whether gateway and account answer for themselves.')];
  } catch (error) {
    const says = `${url} does not answer: ${reasonOf(error)}`;
    if (GATEWAY_URL === undefined) return [fault(says, 'Look at its name, its certificate, and the gateway.')];
    // Some routers do not route internal clients to their own public address.
    return [warning(says, 'Look at its name and its certificate, and open it from another machine.')];
  }
}

async function lookAtCertificate(url: string, way: Way): Promise<Finding[]> {
  // An unreachable address is already a finding.
  const endMs = await certificateEndMs(url, way.to?.(new URL(url))).catch(() => null);
  if (endMs === null) return [];
  const days = daysUntil(endMs);
  if (days < 0) return [fault(`The certificate of ${url} has ended`, renew)];
  const says = `The certificate of ${url} ends in ${days} days`;
  return [days < certificateMinDays ? warning(says, renew) : fine(says)];
}

/** A person who types only the host name uses plain HTTP first. */
async function lookAtPlain(url: string, way: Way): Promise<Finding[]> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') {
    if (isLocal(url)) return [];
    return [warning(`${url} is plain HTTP: passwords travel openly`, 'Give it HTTPS (docs/self-hosting.md).')];
  }
  const plain = `http://${hostname}/`;
  const answer = await askPublic(plain, {}, way).catch(() => null);
  if (answer === null) return [fine(`Nobody answers at ${plain}, so nothing is sent openly`)];
  if (answer.location?.startsWith('https://')) return [fine(`${plain} leads to HTTPS`)];
  return [
    warning(`${plain} answers with status ${answer.status} and leads nobody to HTTPS`, 'Let your proxy redirect it.'),
  ];
}

async function lookAtProxies({ TRUSTED_PROXIES: trusted, ...redis }: Settings, url: string, way: Way) {
  // The start on one machine uses plain HTTP, and may not count addresses.
  if (!url.startsWith('https:')) return [];
  if (trusted === 0) {
    const next = 'Set TRUSTED_PROXIES to the number of your proxies, and start the gateway again.';
    // The gateway does not support TLS, so there is a proxy before it.
    return [fault('All visitors share one rate limit: TRUSTED_PROXIES is 0, and a proxy is before the gateway', next)];
  }
  const isBelieved = await isForgeryBelieved(redis, url, way).catch(() => null);
  if (isBelieved === null) return [];
  if (!isBelieved) return [fine('Nobody can choose the address that rate limits count')];
  return [
    fault(
      'Anybody can choose the address that rate limits count: an X-Forwarded-For of the visitor is believed',
      'Lower TRUSTED_PROXIES to the number of your proxies, or let the outermost replace this header.',
    ),
  ];
}

/**
 * Sends a request with an invented address from the range for documentation, which account counts by network in Redis;
 * null if it was not counted.
 */
async function isForgeryBelieved(
  { REDIS_URL, REDIS_PREFIX }: Settings,
  url: string,
  way: Way,
): Promise<boolean | null> {
  if (REDIS_URL === undefined) return null;
  const made = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
  const { status } = await askPublic(`${url}/api/mail/unsubscribe`, { 'x-forwarded-for': made }, way);
  if (status !== 422) return null;
  const redis = createRedis(REDIS_URL, { maxRetriesPerRequest: 1, sentinelRetryStrategy: () => null }, REDIS_PREFIX);
  redis.on('error', () => undefined);
  try {
    const counter = redisKeys(REDIS_PREFIX).attempts(mailRoutes.readUnsubscribe.limit.name);
    return (await redis.exists(`${counter}:${networkOf(made)}`)) === 1;
  } finally {
    redis.disconnect();
  }
}
