import { type NewTargetValues, targetsMax } from '@inlet/contracts/targets';
import type { Form, Prisma, Target } from '@inlet/db/client';
import { createSecret } from '@inlet/outbound/signatures';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { auditedTarget } from '#deliveries/targets/audited-target.ts';
import { presetOf } from '#deliveries/targets/preset-of.ts';
import { requireValidTarget } from '#deliveries/targets/require-valid-target.ts';
import { sealSecrets, type TargetDeps } from '#deliveries/targets/target-sealing.ts';
import { countTargets, hasForm, insertTarget } from '#deliveries/targets/targets.store.ts';
import { formNotFound, targetLimitReached } from '#errors.ts';

export interface TargetWithSecret {
  readonly target: Target;
  readonly secret: string;
}

/** Adds a target if the form's limit allows one more. */
export async function createTarget(
  deps: TargetDeps,
  actor: Actor,
  form: Pick<Form, 'id' | 'userId'>,
  { url = '', settings, headers, template, name, when, ...wanted }: NewTargetValues,
  isHook = false,
): Promise<TargetWithSecret> {
  const preset = presetOf(wanted.kind);
  requireValidTarget(deps, preset, { url, settings, headers });
  const id = uuidv7();
  const secret = createSecret();
  const values = {
    ...wanted,
    id,
    formId: form.id,
    name: name ?? preset.title,
    isHook,
    sealed: sealSecrets(deps.sealing, id, { url, headers, settings, secret, oldSecret: null }),
    ...(template !== undefined && template !== null && { template }),
    ...(when !== null && { conditions: when as Prisma.InputJsonObject }),
  };
  const target = await deps.database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, form.userId);
    if (!(await hasForm(tx, form.id, form.userId))) throw formNotFound();
    if ((await countTargets(tx, form.id)) >= targetsMax) throw targetLimitReached(targetsMax);
    const created = await insertTarget(tx, values);
    await recordAudit(tx, actor, 'target.created', auditedTarget(created));
    return created;
  });
  return { target, secret };
}
