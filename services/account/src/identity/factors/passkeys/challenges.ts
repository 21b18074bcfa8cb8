import { secondFactorMinutes } from '@inlet/contracts/factors';
import type { SignInStep } from '@inlet/db/client';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import type { FactorDeps } from '#identity/factors/factor-deps.ts';
import { insertStep, useStep } from '#identity/factors/steps/steps.store.ts';

type Purpose = 'passkey' | 'new-passkey';

/** How long a person may take to touch a key. */
export const challengeMs = secondFactorMinutes * 60_000;

/** Remembers a challenge until it is used. It may be for one person alone. */
export function keepChallenge(
  { database }: Pick<FactorDeps, 'database'>,
  challenge: string,
  { purpose, personId, rpId }: { readonly purpose: Purpose; readonly personId: string | null; readonly rpId: string },
): Promise<void> {
  const expiresAt = new Date(Date.now() + challengeMs);
  return insertStep(database.prisma, {
    purpose,
    personId,
    tokenHash: hashLinkToken(challenge),
    data: { rpId },
    expiresAt,
  });
}

export interface UsedChallenge {
  readonly challenge: string;
  readonly step: SignInStep;
}

/** Uses up the challenge that an authenticator signed; null for one that Inlet did not ask, or asked somebody else. */
export async function useChallenge(
  { database }: Pick<FactorDeps, 'database'>,
  clientDataJSON: string,
  { purpose, personId }: { readonly purpose: Purpose; readonly personId: string | null },
): Promise<UsedChallenge | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const step = await useStep(database.prisma, purpose, hashLinkToken(challenge));
  const isForAnother = step !== null && step.personId !== null && step.personId !== personId;
  return step && !isForAnother ? { challenge, step } : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON);
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
