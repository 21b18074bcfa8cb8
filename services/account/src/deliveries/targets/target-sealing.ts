import { type TargetSecrets, targetContext, targetSecretsSchema } from '@inlet/contracts/target-secrets';
import type { Sealing } from '@inlet/crypto/sealing';
import type { Target } from '@inlet/db/client';
import type { AllowList } from '@inlet/outbound/allow-list';
import type { Resources } from '#resources.ts';

/** Dependencies for targets, whose URL, headers, settings and signing secrets are sealed. */
export interface TargetDeps extends Pick<Resources, 'database'> {
  readonly sealing: Sealing;
  /** Addresses that are allowed although they are not public. */
  readonly webhookAllow: AllowList;
}

export function sealSecrets(sealing: Sealing, targetId: string, secrets: TargetSecrets): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(sealing.seal(JSON.stringify(secrets), targetContext(targetId)));
}

export function openSecrets(sealing: Sealing, { id, sealed }: Pick<Target, 'id' | 'sealed'>): TargetSecrets {
  return targetSecretsSchema.parse(JSON.parse(sealing.open(sealed, targetContext(id))));
}
