import type { AuditEvent } from '@inlet/contracts/audit';
import type { AuditRow } from '#access/audit/audit.store.ts';

export function presentAuditEvent(event: AuditRow): AuditEvent {
  const { id, action, actor, address, userAgent, details, createdAt } = event;
  return { id, action, actor, address, userAgent, details, createdAt: createdAt.toISOString() };
}
