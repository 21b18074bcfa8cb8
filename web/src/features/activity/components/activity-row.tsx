import type { AuditEvent } from '@inlet/contracts/audit';
import { actorOf, describeEvent } from '#features/activity/describe-event.ts';
import { formatDateTime } from '#lib/dates.ts';
import { describeDevice } from '#lib/describe-device.ts';

interface ActivityRowProps {
  readonly event: AuditEvent;
  /** The address of somebody who works alone. */
  readonly onlyMember: string | null;
}

export function ActivityRow({ event, onlyMember }: ActivityRowProps) {
  const actor = actorOf(event, onlyMember);
  return (
    <li tabIndex={-1} className="py-3 outline-none">
      <p className="text-small font-medium wrap-anywhere">
        {describeEvent(event)}
        {actor && <span className="font-normal text-muted"> by {actor}</span>}
      </p>
      <p className="flex flex-wrap gap-x-4 text-small text-muted">
        <time dateTime={event.createdAt}>{formatDateTime(event.createdAt)}</time>
        <span title={event.userAgent ?? undefined} className="wrap-anywhere">
          {describeDevice(event.userAgent)}
        </span>
        {event.address && <span className="wrap-anywhere">{event.address}</span>}
      </p>
    </li>
  );
}
