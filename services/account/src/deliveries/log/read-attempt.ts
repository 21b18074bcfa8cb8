import type { Template } from '@inlet/contracts/presets/preset';
import type { AttemptDetails, EventType } from '@inlet/contracts/targets';
import type { DeliveryAttempt, Form, Target } from '@inlet/db/client';
import { renderDelivery } from '@inlet/outbound/render-delivery';
import { Unsendable } from '@inlet/outbound/render-template';
import { isId } from '#access/is-id.ts';
import { eventOf } from '#deliveries/events/event-of.ts';
import { findSubmission } from '#deliveries/events/events.store.ts';
import { exampleOf } from '#deliveries/events/example-of.ts';
import { findAttempt } from '#deliveries/log/attempts.store.ts';
import { presentAttempt } from '#deliveries/log/present-attempt.ts';
import { maskedHeaders, maskedSettings, maskedUrl } from '#deliveries/targets/mask-secrets.ts';
import { presetOf } from '#deliveries/targets/preset-of.ts';
import { openSecrets, type TargetDeps } from '#deliveries/targets/target-sealing.ts';
import { attemptNotFound } from '#errors.ts';
import { presentRoles } from '#forms/present-form.ts';
import type { Resources } from '#resources.ts';

type AttemptDeps = TargetDeps & Pick<Resources, 'config' | 'fileLinks'>;

interface TargetOfForm {
  readonly target: Target;
  readonly form: Form;
}

/** An attempt with its request. */
export async function readAttempt(deps: AttemptDeps, of: TargetOfForm, id: string): Promise<AttemptDetails> {
  const attempt = isId(id) ? await findAttempt(deps.database.prisma, of.target.id, id) : null;
  if (!attempt) throw attemptNotFound();
  return { ...presentAttempt(attempt), request: await renderRequest(deps, of, attempt) };
}

/** The request, rendered again from the current submission, with its secrets masked. */
async function renderRequest(
  deps: AttemptDeps,
  { target, form }: TargetOfForm,
  { isTest, submissionId, eventId, startedAt, occurredAt, type }: DeliveryAttempt,
): Promise<AttemptDetails['request']> {
  // The event of a deleted submission only contains its id, so the example can stand in for it.
  const isStored = !isTest && type !== 'submission.deleted';
  const submission = isStored
    ? submissionId && (await findSubmission(deps.database.pool, form.id, submissionId))
    : exampleOf(form, submissionId ?? eventId, startedAt);
  if (!submission) return null;
  const preset = presetOf(target.kind);
  const { url, headers, settings } = openSecrets(deps.sealing, target);
  const masked = {
    values: { ...maskedSettings(preset, settings), url: maskedUrl(preset, url) },
    headers: maskedHeaders(headers),
    fieldRoles: presentRoles(form),
    ...(target.template !== null && { template: target.template as Template }),
  };
  const happened = {
    type: type as EventType,
    at: occurredAt ?? submission.createdAt,
    form,
    fields: target.fields,
    isTest,
  };
  try {
    return renderDelivery(preset, masked, eventOf(happened, submission, deps), eventId);
  } catch (error) {
    if (error instanceof Unsendable) return null;
    throw error;
  }
}
