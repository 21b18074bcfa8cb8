import type { AuditEvent } from '@inlet/contracts/audit';
import type { AuditRow } from '#audit/audit.store.ts';

export function presentAuditEvent(event: AuditRow): AuditEvent {
  const { id, action, actor, address, userAgent, details, createdAt } = event;
  return { id, action, actor, address, userAgent, details, createdAt: createdAt.toISOString() };
}
