import {
  type createPasskeySchema,
  type NewPasskey,
  type Passkey,
  type PasskeyCreation,
  passkeysMax,
} from '@inlet/contracts/passkeys';
import { passkeyMail } from '@inlet/mail/mails/passkey-mail';
import { generateRegistrationOptions } from '@simplewebauthn/server';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import { isId } from '#access/is-id.ts';
import { lockPerson } from '#access/people.store.ts';
import { lastWayIn, passkeyLimitReached, passkeyNotFound, passkeyTaken, wrongPasskey } from '#errors.ts';
import type { FactorDeps, FactorOwner } from '#identity/factors/factor-deps.ts';
import { hasFactor } from '#identity/factors/factors.store.ts';
import { challengeMs, keepChallenge, useChallenge } from '#identity/factors/passkeys/challenges.ts';
import {
  deletePasskey as deleteRow,
  findPasskeys,
  hasOtherWayIn,
  insertPasskey,
} from '#identity/factors/passkeys/passkeys.store.ts';
import { describePasskey, presentPasskey } from '#identity/factors/passkeys/present-passkey.ts';
import { keyAlgorithms, relyingParty } from '#identity/factors/passkeys/relying-party.ts';
import { bytesOfHandle } from '#identity/factors/passkeys/user-handle.ts';
import { verifyNewPasskey } from '#identity/factors/passkeys/verify-new-passkey.ts';
import { deleteUselessCodes } from '#identity/factors/recovery/recovery-codes.store.ts';
import { giveRecoveryCodes } from '#identity/factors/recovery/renew-recovery-codes.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';

export async function listPasskeys(deps: FactorDeps, personId: string): Promise<Passkey[]> {
  const passkeys = await findPasskeys(deps.database.prisma, personId);
  return passkeys.map((passkey) => presentPasskey(passkey, relyingParty(deps)));
}

/** Asks a browser to make a passkey for this host. */
export async function preparePasskey(deps: FactorDeps, { id, email }: FactorOwner): Promise<PasskeyCreation> {
  const known = await findPasskeys(deps.database.prisma, id);
  if (known.length >= passkeysMax) throw passkeyLimitReached(passkeysMax);
  const party = relyingParty(deps);
  const options = await generateRegistrationOptions({
    rpName: 'Inlet',
    rpID: party.id,
    userID: bytesOfHandle(id),
    userName: email,
    userDisplayName: email,
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: keyAlgorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(deps, options.challenge, { purpose: 'new-passkey', personId: id, rpId: party.id });
  return {
    ...options,
    rp: { id: party.id, name: 'Inlet' },
    excludeCredentials: known.map(describePasskey),
    timeout: challengeMs,
  };
}

/** Stores a passkey that a browser has made. The first second factor comes with recovery codes. */
export async function createPasskey(
  deps: FactorDeps,
  actor: PersonalActor,
  { id: personId, email }: FactorOwner,
  { name, passkey }: z.output<typeof createPasskeySchema>,
): Promise<NewPasskey> {
  const party = relyingParty(deps);
  const used = await useChallenge(deps, passkey.response.clientDataJSON, { purpose: 'new-passkey', personId });
  const credential = used && (await verifyNewPasskey(passkey, used.challenge, party));
  if (!credential) throw wrongPasskey();
  const { id: credentialId, publicKey, counter } = credential;
  const row = { id: uuidv7(), personId, credentialId, publicKey: Uint8Array.from(publicKey), counter, name };
  const transports = passkey.response.transports ?? [];
  const created = await deps.database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    if ((await findPasskeys(tx, personId)).length >= passkeysMax) throw passkeyLimitReached(passkeysMax);
    const isFirst = !(await hasFactor(tx, personId));
    const stored = await insertPasskey(tx, { ...row, transports, rpId: party.id });
    if (!stored) throw passkeyTaken();
    await recordPersonal(tx, actor, 'account.passkey_added', { name });
    await keepMail(tx, passkeyMail(email, deps.config.PUBLIC_URL, { name, change: 'added' }));
    return { ...presentPasskey(stored, party), recoveryCodes: isFirst ? await giveRecoveryCodes(tx, personId) : null };
  });
  deps.background.run('mail that a passkey was added', () => handOverMails(deps));
  return created;
}

export async function deletePasskey(
  deps: FactorDeps,
  actor: PersonalActor,
  { id: personId, email }: FactorOwner,
  id: string,
): Promise<void> {
  if (!isId(id)) throw passkeyNotFound();
  await deps.database.prisma.$transaction(async (tx) => {
    await lockPerson(tx, personId);
    const passkey = await deleteRow(tx, personId, id);
    if (!passkey) throw passkeyNotFound();
    const isLast = (await findPasskeys(tx, personId)).length === 0;
    if (isLast && !(await hasOtherWayIn(tx, personId))) throw lastWayIn();
    await deleteUselessCodes(tx, personId);
    const { name } = passkey;
    await recordPersonal(tx, actor, 'account.passkey_removed', { name });
    await keepMail(tx, passkeyMail(email, deps.config.PUBLIC_URL, { name, change: 'removed' }));
  });
  deps.background.run('mail that a passkey was removed', () => handOverMails(deps));
}
