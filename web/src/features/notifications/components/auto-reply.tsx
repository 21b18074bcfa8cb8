import type { Notifications } from '@inlet/contracts/notifications';
import { TextArea, TextField } from '#components/ui/field.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import type { WhenField as WhenFieldType } from '#lib/conditions/when-field-props.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

interface AutoReplyProps {
  readonly formId: string;
  readonly value: Notifications['autoReply'];
  /** True if the reply follows the visitor's confirmation. */
  readonly isAfterConfirmation: boolean;
  readonly errors: FieldErrors;
  readonly whenField: WhenFieldType;
  readonly onChange: (value: Notifications['autoReply']) => void;
}

/** The automatic reply that a visitor gets by mail. */
export function AutoReply(props: AutoReplyProps) {
  const { formId, value, isAfterConfirmation, errors, whenField: WhenField, onChange } = props;
  const { enabled, subject, body } = value;
  return (
    <Section
      title="Auto-reply"
      intro="Answers the sender at the address in the email field of the submission, once a day at most. Suspicious submissions get no answer."
    >
      <div className="grid grid-cols-1 gap-6">
        <Switch
          label={enabled ? 'Auto-reply is on' : 'Auto-reply is off'}
          isOn={enabled}
          onChange={(isOn) => onChange({ ...value, enabled: isOn })}
        />
        {enabled && (
          <>
            <TextField
              label="Subject"
              name="subject"
              autoComplete="off"
              maxLength={200}
              placeholder="Thank you for your message"
              value={subject}
              onChange={(event) => onChange({ ...value, subject: event.target.value })}
              error={errors['autoReply.subject']}
            />
            <TextArea
              label="Message"
              hint={
                isAfterConfirmation
                  ? 'Plain text, sent once the visitor has confirmed the address. {{name}} becomes the field “name”.'
                  : 'Plain text. It is sent as it is, and never repeats what the sender wrote.'
              }
              name="body"
              rows={8}
              maxLength={5_000}
              value={body}
              onChange={(event) => onChange({ ...value, body: event.target.value })}
              error={errors['autoReply.body']}
            />
            <WhenField
              formId={formId}
              legend="When to reply"
              value={value.when}
              onChange={(when) => onChange({ ...value, when })}
              errors={errors}
              place="autoReply.when"
            />
          </>
        )}
      </div>
    </Section>
  );
}
