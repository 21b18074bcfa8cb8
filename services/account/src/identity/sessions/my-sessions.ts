import type { Device } from '@inlet/contracts/sessions';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import type { Caller } from '#access/caller.ts';
import { isId } from '#access/is-id.ts';
import { lockPerson } from '#access/people.store.ts';
import { sessionNotFound } from '#errors.ts';
import { endDevice, endDevices, findDevices } from '#identity/sessions/devices.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { presentDevice } from '#identity/sessions/present-device.ts';

type SessionDeps = Pick<IdentityDeps, 'database'>;

/** The sessions of a person, the last used first. */
export async function listSessions({ database }: SessionDeps, personId: string, caller: Caller): Promise<Device[]> {
  const devices = await findDevices(database.prisma, personId);
  return devices.map((device) => presentDevice(device, caller.kind === 'session' ? caller.sessionId : null));
}

/** Ends every session of a person, and returns how many there were. */
export function endSessions({ database }: SessionDeps, actor: PersonalActor): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, actor.personId);
    const count = await endDevices(tx, actor.personId);
    await recordPersonal(tx, actor, 'account.signed_out_everywhere', { sessions: count });
    return count;
  });
}

export async function endSession({ database }: SessionDeps, actor: PersonalActor, id: string): Promise<void> {
  if (!isId(id)) throw sessionNotFound();
  await database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, actor.personId);
    if (!(await endDevice(tx, actor.personId, id))) throw sessionNotFound();
    await recordPersonal(tx, actor, 'account.session_ended', { session: id });
  });
}
