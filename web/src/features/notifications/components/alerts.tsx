import type { Notifications } from '@inlet/contracts/notifications';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';

interface AlertsProps {
  readonly value: Notifications['alerts'];
  readonly onChange: (value: Notifications['alerts']) => void;
}

/** Mails about the form itself. */
export function Alerts({ value, onChange }: AlertsProps) {
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
      </div>
    </Section>
  );
}
