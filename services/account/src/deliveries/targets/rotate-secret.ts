import { oldSecretHours } from '@inlet/contracts/targets';
import { createSecret } from '@inlet/outbound/signatures';
import type { Actor } from '#access/actor.ts';
import { changeTarget } from '#deliveries/targets/change-target.ts';
import type { TargetWithSecret } from '#deliveries/targets/create-target.ts';
import { openSecrets, sealSecrets, type TargetDeps } from '#deliveries/targets/target-sealing.ts';

const oldSecretMs = oldSecretHours * 3_600_000;

/** Creates a new secret. The previous one also signs for a day, so that no receiver rejects a delivery meanwhile. */
export async function rotateSecret(deps: TargetDeps, actor: Actor, id: string): Promise<TargetWithSecret> {
  const secret = createSecret();
  const target = await changeTarget(deps, actor, id, 'target.secret_rotated', (before) => {
    const secrets = openSecrets(deps.sealing, before);
    const sealed = sealSecrets(deps.sealing, id, { ...secrets, secret, oldSecret: secrets.secret });
    return { values: { sealed, oldSecretUntil: new Date(Date.now() + oldSecretMs) } };
  });
  return { target, secret };
}
