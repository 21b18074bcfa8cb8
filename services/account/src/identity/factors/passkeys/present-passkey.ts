import type { Passkey } from '@inlet/contracts/passkeys';
import type { Passkey as PasskeyRow } from '@inlet/db/client';
import type { RelyingParty } from '#identity/factors/passkeys/relying-party.ts';

export function presentPasskey({ id, name, createdAt, lastUsedAt, rpId }: PasskeyRow, party: RelyingParty): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isUsable: rpId === party.id,
  };
}

/** A passkey as a browser knows it. */
export function describePasskey({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, type: 'public-key' as const, ...(transports.length > 0 && { transports }) };
}
