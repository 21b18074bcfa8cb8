import { isDeepStrictEqual } from 'node:util';
import type { CheckSettings, UpdateCheckSettings } from '@inlet/contracts/form-check';
import type { Form } from '@inlet/db/client';
import { HttpError } from '@inlet/http/errors';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { findCheckSettings, findLatestCheck, saveCheckSettings } from '#forms/checks/checks.store.ts';
import { presentCheck } from '#forms/checks/read-check.ts';
import type { Resources } from '#resources.ts';

const weekMs = 7 * 86_400_000;

type Deps = Pick<Resources, 'database'>;

export async function readCheckSettings(
  { database }: Deps,
  formId: string,
  seesIntegrations: boolean,
): Promise<CheckSettings> {
  const settings = await findCheckSettings(database.prisma, formId);
  const last = await findLatestCheck(database.prisma, formId);
  return {
    url: settings?.pageUrl ?? null,
    weekly: settings?.isWeekly ?? false,
    nextAt: settings?.nextAt?.toISOString() ?? null,
    last: last && presentCheck(last, seesIntegrations),
  };
}

export async function updateCheckSettings(
  deps: Deps,
  actor: Actor,
  { id: formId, userId, name }: Form,
  change: UpdateCheckSettings,
): Promise<void> {
  await deps.database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    const settings = await findCheckSettings(tx, formId);
    const before = { url: settings?.pageUrl ?? null, weekly: settings?.isWeekly ?? false };
    const { url = before.url, weekly = before.weekly } = change;
    const after = { url, weekly };
    if (isDeepStrictEqual(before, after)) return;
    if (after.weekly && after.url === null) throw urlMissing();
    const nextAt = after.weekly ? new Date(Date.now() + weekMs) : null;
    await saveCheckSettings(tx, formId, { pageUrl: after.url, isWeekly: after.weekly, nextAt });
    await recordAudit(tx, actor, 'form.check_changed', { formId, name, weekly: after.weekly, url: after.url });
  });
}

function urlMissing(): HttpError {
  const message = 'Give the address of the page that is checked each week';
  return new HttpError(422, 'invalid_input', message, { issues: [{ field: 'url', message }] });
}
