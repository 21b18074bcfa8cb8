import type { CheckFinding, CheckState, FormCheck } from '@inlet/contracts/form-check';
import type { FormCheck as Row } from '@inlet/db/client';
import { isId } from '#access/is-id.ts';
import { checkNotFound } from '#errors.ts';
import { findCheck } from '#forms/checks/checks.store.ts';
import type { Resources } from '#resources.ts';

export async function readCheck(
  { database }: Pick<Resources, 'database'>,
  formId: string,
  id: string,
): Promise<FormCheck> {
  const check = isId(id) ? await findCheck(database.prisma, formId, id) : null;
  if (!check) throw checkNotFound();
  return presentCheck(check);
}

export function presentCheck({ id, state, pageUrl, isWeekly, findings, createdAt, finishedAt }: Row): FormCheck {
  return {
    id,
    state: state as CheckState,
    url: pageUrl,
    weekly: isWeekly,
    findings: findings as CheckFinding[],
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
