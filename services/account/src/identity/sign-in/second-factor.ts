import { secondFactorMethods } from '@inlet/contracts/factor-methods';
import {
  type FactorProof,
  type SecondFactorNeeded,
  secondFactorAttemptsMax,
  secondFactorMinutes,
} from '@inlet/contracts/factors';
import type { Person, SignInStep } from '@inlet/db/client';
import * as z from 'zod';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { subjectOf } from '#access/limits/subject-of.ts';
import { findPerson } from '#access/people.store.ts';
import { invalidSecondFactor, signInExpired } from '#errors.ts';
import { createLinkToken, hashLinkToken } from '#identity/credentials/link-token.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { findFactors } from '#identity/factors/factors.store.ts';
import { codeCounter } from '#identity/factors/guess-code.ts';
import { checkPasskey } from '#identity/factors/passkeys/check-passkey.ts';
import { relyingParty } from '#identity/factors/passkeys/relying-party.ts';
import { useRecoveryCode } from '#identity/factors/recovery/use-recovery-code.ts';
import { deleteStep, findStep, insertStep, takeAttempt } from '#identity/factors/steps/steps.store.ts';
import { checkCode } from '#identity/factors/totp/check-code.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import type { OpenSession } from '#identity/sessions/sessions.ts';
import { signInCounters } from '#identity/sign-in/sign-in-counters.ts';
import { openAfterJoining } from '#identity/workspaces/open-after-joining.ts';

type SignInDeps = IdentityDeps & FactorDeps;
type Method = (typeof secondFactorMethods)[number];

const stepSchema = z.object({
  password: z.string(),
  /** The name of the provider that replaced the password. */
  provider: z.string().optional(),
  /** The hash of the token of an invitation to a workspace. */
  joinHash: z.string().optional(),
});
/** What a sign-in has shown before its second step. */
type FirstStep = Omit<z.output<typeof stepSchema>, 'password'>;

/** What a person that has taken the first step must show as well; null without a second factor. */
export async function requireSecondFactor(
  deps: Pick<FactorDeps, 'config' | 'database'>,
  person: Person,
  first: FirstStep = {},
): Promise<SecondFactorNeeded | null> {
  const { prisma } = deps.database;
  const found = await findFactors(prisma, person.id, relyingParty(deps).id);
  if (!found.hasTotp && !found.hasPasskey) return null;
  const { token, tokenHash } = createLinkToken();
  await insertStep(prisma, {
    purpose: 'second-factor',
    personId: person.id,
    tokenHash,
    data: { ...first, password: passwordMark(person) },
    expiresAt: new Date(Date.now() + secondFactorMinutes * 60_000),
  });
  const has = { totp: found.hasTotp, passkey: found.hasUsablePasskey, recoveryCode: found.hasRecoveryCode };
  return { secondFactor: { token, methods: secondFactorMethods.filter((method) => has[method]) } };
}

/** Opens the session of a sign-in whose second step is right. */
export async function finishSignIn(
  deps: SignInDeps,
  client: Client,
  token: string,
  proof: FactorProof,
): Promise<OpenSession> {
  const { step, person, first } = await findStarted(deps, token);
  const counters = await signInCounters(deps, person.email, client.address);
  // Nobody guesses the answer of a passkey, so it is open to a person whose codes somebody else has tried.
  const ofCodes = proof.passkey === undefined ? [codeCounter(person.id)] : [];
  const method = await deps.attempts.guess([...counters, ...ofCodes], () =>
    prove(deps, client, { step, person, first, proof }),
  );
  if (!method) throw invalidSecondFactor();
  // Two right proofs may come at once, and one session follows from one first step.
  if (!(await deleteStep(deps.database.prisma, step.id))) throw signInExpired();
  const session = await openAfterJoining(deps, client, person, first);
  const actor = { personId: person.id, name: 'session', ...client };
  await recordPersonal(deps.database.prisma, actor, 'account.signed_in', { secondFactor: method, ...named(first) });
  return session;
}

interface Started {
  readonly step: SignInStep;
  readonly person: Person;
  readonly first: FirstStep;
}

/** The person that has taken the first step. */
export async function findStarted({ database }: Pick<FactorDeps, 'database'>, token: string): Promise<Started> {
  const step = await findStep(database.prisma, 'second-factor', hashLinkToken(token));
  const person = step?.personId ? await findPerson(database.prisma, step.personId) : null;
  if (!(step && person)) throw signInExpired();
  const { password, ...first } = stepSchema.parse(step.data);
  // A new password ends every sign-in that is under way.
  if (password !== passwordMark(person)) throw signInExpired();
  return { step, person, first };
}

interface Attempt extends Started {
  readonly proof: FactorProof;
}

/** How the trail tells the first step. */
function named({ provider }: FirstStep) {
  return provider === undefined ? {} : { provider };
}

/** The method that was proved; null for a wrong proof, which is noted. */
async function prove(
  deps: SignInDeps,
  client: Client,
  { step, person, first, proof }: Attempt,
): Promise<Method | null> {
  const { prisma } = deps.database;
  if (!(await takeAttempt(prisma, step.id, secondFactorAttemptsMax))) throw signInExpired();
  const actor = { personId: person.id, name: 'system', ...client };
  const method = await provenMethod(deps, client, person, proof);
  if (!method)
    await recordPersonal(prisma, actor, 'account.sign_in_failed', { step: 'second_factor', ...named(first) });
  return method;
}

async function provenMethod(
  deps: SignInDeps,
  client: Client,
  person: Person,
  proof: FactorProof,
): Promise<Method | null> {
  const { code, recoveryCode, passkey } = proof;
  if (code !== undefined) return (await checkCode(deps, person.id, code)) ? 'totp' : null;
  if (recoveryCode !== undefined) {
    const actor = { personId: person.id, name: 'session', ...client };
    return (await useRecoveryCode(deps, actor, person, recoveryCode)) ? 'recoveryCode' : null;
  }
  if (passkey === undefined) return null;
  return (await checkPasskey(deps, passkey, { personId: person.id, mustVerify: false })) ? 'passkey' : null;
}

/** Changes with the password, and tells nothing of it. */
function passwordMark({ id, passwordHash }: Pick<Person, 'id' | 'passwordHash'>): string {
  return subjectOf(id, passwordHash ?? '');
}
