import type { Device } from '@inlet/contracts/sessions';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatDateTime } from '#lib/dates.ts';
import { describeDevice } from '#lib/describe-device.ts';

interface DeviceRowProps {
  readonly device: Device;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

export function DeviceRow({ device, isEnding, onEnd }: DeviceRowProps) {
  const name = describeDevice(device.userAgent);
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 py-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small font-medium">
          <span title={device.userAgent ?? undefined} className="wrap-anywhere">
            {name}
          </span>
          {device.isCurrent && <Badge tone="success">This device</Badge>}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted">
          {device.address && <span className="wrap-anywhere">{device.address}</span>}
          <span>Last used {formatDateTime(device.lastUsedAt)}</span>
          <span>Signed in {formatDateTime(device.createdAt)}</span>
        </p>
      </div>
      {!device.isCurrent && (
        <Button
          aria-label={`Sign out ${name}`}
          isLoading={isEnding}
          onClick={onEnd}
          className="self-start sm:self-auto"
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
