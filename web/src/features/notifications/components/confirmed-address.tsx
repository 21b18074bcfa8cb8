import type { Form } from '@inlet/contracts/forms';
import type { Notifications } from '@inlet/contracts/notifications';
import { lazy, Suspense, useId } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';

const QuestionPreview = lazy(async () => ({
  default: (await import('#features/notifications/components/question-preview.tsx')).QuestionPreview,
}));

interface ConfirmedAddressProps {
  readonly form: Pick<Form, 'name' | 'language'>;
  readonly value: Notifications['confirmation'];
  readonly onChange: (value: Notifications['confirmation']) => void;
}

const times = [
  { before: 'notify', label: 'Every submission', hint: 'Your mails do not wait for the visitor.' },
  {
    before: 'confirmed',
    label: 'Confirmed submissions only',
    hint: 'The others wait in the inbox, without a mail to you.',
  },
] as const;

/** The mail that asks visitors to confirm their address. */
export function ConfirmedAddress({ form, value, onChange }: ConfirmedAddressProps) {
  const { enabled, copy, before } = value;
  const name = useId();
  return (
    <Section
      title="Confirmed address"
      intro="Asks each visitor by mail whether the address in the email field is theirs. The inbox marks submissions whose visitor has confirmed it."
    >
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <Switch
            label={enabled ? 'Visitors confirm their address' : 'Visitors are not asked'}
            hint="One mail with a link that works for 7 days. Spam gets none."
            isOn={enabled}
            onChange={(isOn) => onChange({ ...value, enabled: isOn })}
          />
          {enabled && (
            <>
              <Switch
                label={copy ? 'Visitors get a copy' : 'Visitors get no copy'}
                hint="Of what they entered, once they have confirmed."
                isOn={copy}
                onChange={(isOn) => onChange({ ...value, copy: isOn })}
              />
              <fieldset>
                <legend className="mb-2 text-small font-medium">Mails to you and the other recipients</legend>
                <div className="grid gap-2">
                  {times.map((option) => (
                    <Choice
                      key={option.before}
                      type="radio"
                      name={name}
                      label={option.label}
                      hint={option.hint}
                      isChecked={option.before === before}
                      onChange={() => onChange({ ...value, before: option.before })}
                    />
                  ))}
                </div>
              </fieldset>
            </>
          )}
        </div>
        {enabled && (
          <Suspense>
            <QuestionPreview form={form} />
          </Suspense>
        )}
      </div>
    </Section>
  );
}
