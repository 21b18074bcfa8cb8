import { apiKeysMax } from '@inlet/contracts/api-keys';
import type { approveDeviceSchema, DeviceRequest } from '@inlet/contracts/device';
import { allScopes } from '@inlet/contracts/scopes';
import type { Person } from '@inlet/db/client';
import { networkOf } from '@inlet/http/client-address';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import type { Caller, Client } from '#access/caller.ts';
import { deviceGuessesOfNetwork, deviceGuessesOfPerson } from '#access/limits/limits.ts';
import { apiKeyLimitReached, deviceCodeNotFound, deviceCodeUsed, personRequired } from '#errors.ts';
import { presentUserCode, readUserCode } from '#identity/device/device-codes.ts';
import { deviceRequests, type OpenRequest } from '#identity/device/device-requests.ts';
import { countKeys } from '#identity/keys/api-keys.store.ts';
import { confirmCaller } from '#identity/sessions/confirm-session.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';

/** A person who answers the request of a machine. */
export interface Answerer {
  readonly person: Person;
  readonly caller: Caller;
  readonly client: Client;
}

export async function readDevice(deps: IdentityDeps, answerer: Answerer, typed: string): Promise<DeviceRequest> {
  const { request } = await findUnanswered(deps, answerer, typed);
  return { ...request, userCode: presentUserCode(request.userCode) };
}

/** Lets a machine fetch its key. The key is made then, so that nothing that is stored contains it. */
export async function approveDevice(
  deps: IdentityDeps,
  { userId, address, userAgent }: Actor,
  answerer: Answerer,
  typed: string,
  { password, scope, scopes, expiresAt }: z.output<typeof approveDeviceSchema>,
): Promise<void> {
  const { caller } = answerer;
  if (caller.kind !== 'session') throw personRequired();
  const { hash } = await findUnanswered(deps, answerer, typed);
  await confirmCaller(deps, answerer, password);
  // The limit is compared again when the key is made. Here the person reads of it, and not the machine.
  if ((await countKeys(deps.database.prisma, userId)) >= apiKeysMax) throw apiKeyLimitReached(apiKeysMax);
  const isFirst = await deviceRequests(deps).answer(hash, {
    isApproved: true,
    sessionId: caller.sessionId,
    userId,
    address,
    userAgent,
    scopes: allScopes(scopes ?? (scope ? [scope] : [])),
    expiresAt,
  });
  if (!isFirst) throw deviceCodeUsed();
}

export async function denyDevice(deps: IdentityDeps, answerer: Answerer, typed: string): Promise<void> {
  const { hash } = await findUnanswered(deps, answerer, typed);
  if (!(await deviceRequests(deps).answer(hash, { isApproved: false }))) throw deviceCodeUsed();
}

/** Finds the request with a user code. Wrong codes are counted, so nobody finds one by guessing. */
async function findUnanswered(
  deps: IdentityDeps,
  { person, client }: Answerer,
  typed: string,
): Promise<{ readonly hash: string; readonly request: OpenRequest }> {
  const requests = deviceRequests(deps);
  const counters = [
    { limit: deviceGuessesOfPerson, subject: person.id },
    { limit: deviceGuessesOfNetwork, subject: networkOf(client.address) },
  ];
  const userCode = readUserCode(typed);
  const found = await deps.attempts.guess(counters, async () => userCode && requests.findByUserCode(userCode));
  if (!found) throw deviceCodeNotFound();
  if (await requests.readAnswer(found.hash)) throw deviceCodeUsed();
  return found;
}
