import type { Device } from '@inlet/contracts/sessions';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Caller } from '#access/caller.ts';
import { isId } from '#access/is-id.ts';
import { lockAccount } from '#access/lock-account.ts';
import { sessionNotFound } from '#errors.ts';
import { endDevice, endDevices, findDevices } from '#identity/sessions/devices.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { presentDevice } from '#identity/sessions/present-device.ts';

type SessionDeps = Pick<IdentityDeps, 'database'>;

/** The sessions of an account, the last used first. */
export async function listSessions({ database }: SessionDeps, userId: string, caller: Caller): Promise<Device[]> {
  const devices = await findDevices(database.prisma, userId);
  return devices.map((device) => presentDevice(device, caller.kind === 'session' ? caller.sessionId : null));
}

/** Ends every session of an account, the caller's included, and returns their number. */
export function endSessions({ database }: SessionDeps, actor: Actor): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    const count = await endDevices(tx, actor.userId);
    await recordAudit(tx, actor, 'account.signed_out_everywhere', { sessions: count });
    return count;
  });
}

export async function endSession({ database }: SessionDeps, actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw sessionNotFound();
  await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    if (!(await endDevice(tx, actor.userId, id))) throw sessionNotFound();
    await recordAudit(tx, actor, 'account.session_ended', { session: id });
  });
}
