import type { NewApiKey } from '@inlet/contracts/api-keys';
import { type DeviceCodes, devicePollSeconds, deviceSeconds } from '@inlet/contracts/device';
import { mayDo } from '@inlet/contracts/roles';
import type { Client } from '#access/caller.ts';
import { deviceRequestsOfAll } from '#access/limits/limits.ts';
import { findPresence } from '#access/seats.store.ts';
import { accessDenied, authorizationPending, deviceUnavailable, expiredToken, slowDown } from '#errors.ts';
import { createDeviceCode, createUserCode, hashDeviceCode, presentUserCode } from '#identity/device/device-codes.ts';
import { type Approval, deviceRequests } from '#identity/device/device-requests.ts';
import { makeKey } from '#identity/keys/make-key.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';

/** Two polls at the interval can come this much closer together over a network. */
const jitterMs = 500;
const pollPauseMs = devicePollSeconds * 1_000 - jitterMs;

/** Notes that a machine asks for a key, and returns the codes. */
export async function openDevice(deps: IdentityDeps, client: Client, name: string): Promise<DeviceCodes> {
  await deps.attempts.take([{ limit: deviceRequestsOfAll, subject: 'all' }]);
  const deviceCode = createDeviceCode();
  const userCode = createUserCode();
  const isOpen = await deviceRequests(deps).open(hashDeviceCode(deviceCode), {
    userCode,
    name,
    address: client.address,
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + deviceSeconds * 1_000).toISOString(),
  });
  // Once in a million times even while ten thousand requests are open.
  if (!isOpen) throw deviceUnavailable();
  const page = new URL('/device', deps.config.PUBLIC_URL);
  const filled = new URL(page);
  filled.searchParams.set('code', presentUserCode(userCode));
  return {
    deviceCode,
    userCode: presentUserCode(userCode),
    verificationUri: page.href,
    verificationUriComplete: filled.href,
    interval: devicePollSeconds,
    expiresIn: deviceSeconds,
  };
}

/** Makes the key of a machine, once, after somebody approved it. */
export async function fetchDeviceKey(deps: IdentityDeps, deviceCode: string): Promise<NewApiKey> {
  const requests = deviceRequests(deps);
  const hash = hashDeviceCode(deviceCode);
  const request = await requests.find(hash);
  if (!request) throw expiredToken();
  if (!(await requests.poll(hash, pollPauseMs))) throw slowDown();
  const answer = await requests.readAnswer(hash);
  if (!answer) throw authorizationPending();
  if (!answer.isApproved) throw accessDenied();
  if (!(await requests.end(hash))) throw expiredToken();
  try {
    return await makeApproved(deps, request.name, answer);
  } catch (error) {
    // The machine may ask again, for example when PostgreSQL is back.
    await requests.restore(hash, request);
    throw error;
  }
}

/** The approval holds as long as the session that gave it, and the right to manage keys. */
async function makeApproved(deps: IdentityDeps, name: string, approval: Approval): Promise<NewApiKey> {
  const { sessionId, userId, scopes, expiresAt, address, userAgent } = approval;
  const found = await findPresence(deps.database.prisma, sessionId, userId);
  if (!found?.seat || !mayDo(found.seat.membership.role, 'keys:manage')) throw accessDenied();
  const actor = { userId, personId: found.person.id, name: 'session', address, userAgent };
  return makeKey(deps, actor, found.person, { name, scopes, expiresAt });
}
