import type { Notifications } from '@inlet/contracts/notifications';
import { lazy, Suspense } from 'react';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';

const AlertTarget = lazy(async () => ({
  default: (await import('#features/notifications/components/alert-target.tsx')).AlertTarget,
}));

interface AlertsProps {
  readonly formId: string;
  readonly value: Notifications['alerts'];
  readonly onChange: (value: Notifications['alerts']) => void;
}

/** Mails about the form itself, and the integration that gets them too. */
export function Alerts({ formId, value, onChange }: AlertsProps) {
  return (
    <Section title="Alerts" intro="Mails about the form itself, when something may be wrong with it.">
      <div className="grid grid-cols-1 gap-6">
        <Switch
          label={value.silence ? 'Silence alert is on' : 'Silence alert is off'}
          hint="When the form goes unusually quiet."
          isOn={value.silence}
          onChange={(silence) => onChange({ ...value, silence })}
        />
        <Switch
          label={value.surge ? 'Surge alert is on' : 'Surge alert is off'}
          hint="When the form receives ten times as much as usual."
          isOn={value.surge}
          onChange={(surge) => onChange({ ...value, surge })}
        />
        <Suspense>
          <AlertTarget
            formId={formId}
            value={value.targetId}
            onChange={(targetId) => onChange({ ...value, targetId })}
          />
        </Suspense>
      </div>
    </Section>
  );
}
