import type { Device } from '@inlet/contracts/sessions';
import type { Session } from '@inlet/db/client';

export function presentDevice(session: Session, currentSessionId: string | null): Device {
  const { id, userAgent, address, createdAt, lastUsedAt } = session;
  return {
    id,
    userAgent,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === currentSessionId,
  };
}
