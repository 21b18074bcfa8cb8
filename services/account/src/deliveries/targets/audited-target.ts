import type { Target } from '@inlet/db/client';

/** A target as the audit trail names it. */
export function auditedTarget({ id, formId, name }: Pick<Target, 'id' | 'formId' | 'name'>) {
  return { targetId: id, formId, name };
}
