import { mailEveryMinutes } from '@inlet/contracts/notification-limits';
import type { NotificationMode } from '@inlet/contracts/notifications';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Choice } from '#components/ui/choice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useUser } from '#lib/services.tsx';

interface MailModeProps {
  readonly mode: NotificationMode;
  readonly onChange: (mode: NotificationMode) => void;
}

const modes: readonly { readonly mode: NotificationMode; readonly label: string; readonly hint: string }[] = [
  {
    mode: 'instant',
    label: 'At once',
    hint: `As a submission arrives. If more follow, one mail every ${mailEveryMinutes} minutes lists them all.`,
  },
  { mode: 'daily', label: 'Once a day', hint: 'One mail at 8:00 AM with everything since the last one.' },
  { mode: 'off', label: 'Off', hint: 'No mails. The inbox has it all.' },
];

export function MailMode({ mode, onChange }: MailModeProps) {
  const { timeZone } = useUser();
  const name = useId();
  return (
    <Section
      title="Mails"
      intro={
        <>
          Spam is never mailed. Times are in {timeZone.replaceAll('_', ' ')};{' '}
          <Link to="/settings" className="rounded-small text-ink underline decoration-line-strong underline-offset-4">
            change the time zone
          </Link>
          .
        </>
      }
    >
      <fieldset>
        <legend className="sr-only">When to mail</legend>
        <div className="grid gap-2 lg:grid-cols-3">
          {modes.map((option) => (
            <Choice
              key={option.mode}
              type="radio"
              name={name}
              label={option.label}
              hint={option.hint}
              isChecked={option.mode === mode}
              onChange={() => onChange(option.mode)}
            />
          ))}
        </div>
      </fieldset>
    </Section>
  );
}
