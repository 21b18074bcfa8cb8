import type { Hook, NewHook, SubscribeHook } from '@inlet/contracts/hooks';
import { createTargetSchema } from '@inlet/contracts/targets';
import type { Target } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import type { Seat } from '#access/seat.ts';
import { createTarget } from '#deliveries/targets/create-target.ts';
import { openSecrets, type TargetDeps } from '#deliveries/targets/target-sealing.ts';
import { findOwnForm } from '#forms/find-own-form.ts';

/** Creates a webhook for a program that subscribes to one event of a form. */
export async function subscribeHook(
  deps: TargetDeps,
  seat: Seat,
  actor: Actor,
  { formId, url, event, name = new URL(url).hostname || undefined }: SubscribeHook,
): Promise<NewHook> {
  const { form } = await findOwnForm(deps, seat, formId);
  const wanted = createTargetSchema.parse({ url, name: name?.slice(0, nameMax), events: [event] });
  const { target, secret } = await createTarget(deps, actor, form, wanted, true);
  return { ...presentHook(deps, target), secret };
}

const nameMax = 100;

export function presentHook({ sealing }: Pick<TargetDeps, 'sealing'>, target: Target): Hook {
  const [event] = target.events as [Hook['event']];
  return { id: target.id, formId: target.formId, url: openSecrets(sealing, target).url, event };
}
