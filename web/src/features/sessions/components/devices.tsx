import type { Device } from '@inlet/contracts/sessions';
import { useRef } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useDevices } from '#features/sessions/api/use-devices.ts';
import { useEndDevice } from '#features/sessions/api/use-end-device.ts';
import { DeviceRow } from '#features/sessions/components/device-row.tsx';
import { SignOutEverywhere } from '#features/sessions/components/sign-out-everywhere.tsx';
import { describeDevice } from '#lib/describe-device.ts';
import { failureMessage } from '#lib/http.ts';

export function Devices() {
  const devices = useDevices();
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, error, variables, isPending } = useEndDevice();
  // The focused button disappears with its device.
  const end = (device: Device) => mutate(device, { onSuccess: () => heading.current?.focus() });

  return (
    <Section
      title="Devices"
      headingRef={heading}
      intro="Devices that are signed in to your account. If you don’t recognize one, sign it out and change your password."
      action={<SignOutEverywhere />}
    >
      {error && (
        <div className="mb-4">
          <Notice tone="danger">
            {`${describeDevice(variables?.userAgent ?? null)} is still signed in. ${failureMessage(error)}`}
          </Notice>
        </div>
      )}
      <DeviceList devices={devices} endingId={isPending ? variables.id : null} onEnd={end} />
    </Section>
  );
}

interface DeviceListProps {
  readonly devices: ReturnType<typeof useDevices>;
  readonly endingId: string | null;
  readonly onEnd: (device: Device) => void;
}

function DeviceList({ devices, endingId, onEnd }: DeviceListProps) {
  if (devices.data) {
    return (
      <ul aria-label="Devices" className="-my-4 divide-y divide-line">
        {devices.data.map((device) => (
          <DeviceRow key={device.id} device={device} isEnding={device.id === endingId} onEnd={() => onEnd(device)} />
        ))}
      </ul>
    );
  }
  if (devices.isError) return <QueryFailure title="Your devices could not be loaded" query={devices} />;
  return <RowsSkeleton label="Loading your devices" />;
}
