import type { CheckFinding, CheckState, FormCheck } from '@inlet/contracts/form-check';
import type { FormCheck as Row } from '@inlet/db/client';
import { isId } from '#access/is-id.ts';
import { checkNotFound } from '#errors.ts';
import { findCheck } from '#forms/checks/checks.store.ts';
import { hideIntegration } from '#forms/checks/hide-integrations.ts';
import type { Resources } from '#resources.ts';

export async function readCheck(
  { database }: Pick<Resources, 'database'>,
  formId: string,
  id: string,
  seesIntegrations: boolean,
): Promise<FormCheck> {
  const check = isId(id) ? await findCheck(database.prisma, formId, id) : null;
  if (!check) throw checkNotFound();
  return presentCheck(check, seesIntegrations);
}

/** Viewers and some keys read check-ups, and may not read integrations. */
export function presentCheck(row: Row, seesIntegrations: boolean): FormCheck {
  const { id, state, pageUrl, isWeekly, createdAt, finishedAt } = row;
  const findings = row.findings as CheckFinding[];
  return {
    id,
    state: state as CheckState,
    url: pageUrl,
    weekly: isWeekly,
    findings: seesIntegrations ? findings : findings.map(hideIntegration),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
