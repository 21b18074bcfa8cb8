import type { Target } from '@inlet/db/client';

/** A target in the audit trail. */
export function auditedTarget({ id, formId, name }: Pick<Target, 'id' | 'formId' | 'name'>) {
  return { targetId: id, formId, name };
}
