import Plus from 'virtual:lucide/plus';
import { recipientsMax } from '@inlet/contracts/notification-limits';
import type { Notifications, Recipient } from '@inlet/contracts/notifications';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { FieldError, inputClass } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { addRecipient } from '#features/notifications/add-recipient.ts';
import { useUpdateNotifications } from '#features/notifications/api/use-update-notifications.ts';
import { RecipientList } from '#features/notifications/components/recipient-list.tsx';
import type { WhenField } from '#lib/conditions/when-field-props.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';

interface RecipientsProps {
  readonly formId: string;
  readonly recipients: readonly Recipient[];
  readonly whenField: WhenField;
}

/** The recipients of the mails. Each change is saved at once. */
export function Recipients({ formId, recipients, whenField }: RecipientsProps) {
  const update = useUpdateNotifications(formId);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { email: own } = useUser();
  // The first recipient is usually the owner.
  const [typed, setTyped] = useState(recipients.length === 0 ? own : '');
  const [problem, setProblem] = useState<string>();
  const [told, setTold] = useState('');
  const isFull = recipients.length >= recipientsMax;

  function save(next: readonly Pick<Recipient, 'email'>[], onSaved: (saved: Notifications) => void) {
    setTold('');
    update.mutate({ recipients: next.map(({ email }) => ({ email })) }, { onSuccess: onSaved });
  }

  function add() {
    if (update.isPending || typed.trim() === '') return;
    const added = addRecipient(recipients, typed);
    input.current?.focus();
    if ('problem' in added) return setProblem(added.problem);
    save([...recipients, added], (saved) => {
      setTyped('');
      setTold(wordsFor(added.email, saved));
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter in this field presses its own button, not Save changes.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <Section
      title="Recipients"
      intro={`Up to ${recipientsMax} addresses. Each confirms by a link before its first mail, and can stop the mails at any time. This list saves automatically.`}
    >
      {recipients.length === 0 && (
        <div className="mb-6">
          <Notice tone="warning">Nobody is on the list, so nobody is told of new submissions.</Notice>
        </div>
      )}
      <RecipientList
        formId={formId}
        recipients={recipients}
        whenField={whenField}
        onRouted={(email) => setTold(`The mails to ${email} are changed.`)}
        onRemove={(removed) => {
          const left = recipients.filter(({ email }) => email !== removed);
          save(left, () => setTold(`${removed} is off the list.`));
        }}
        onEmptied={() => input.current?.focus()}
      />
      {!isFull && (
        <div>
          <label htmlFor={id} className="mb-2 block text-small font-medium">
            Add a recipient
          </label>
          <div className="flex flex-col gap-2 sm:flex-row">
            <input
              id={id}
              ref={input}
              type="email"
              autoComplete="off"
              placeholder="name@example.com"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(undefined);
              }}
              onKeyDown={onKeyDown}
              className={`${inputClass} min-h-11 sm:min-h-10`}
            />
            <Button onClick={add} isLoading={update.isPending} disabled={typed.trim() === ''} className="sm:min-h-10">
              <Plus aria-hidden size={16} strokeWidth={1.75} />
              Add
            </Button>
          </div>
          <FieldError id={`${id}-problem`}>{problem}</FieldError>
        </div>
      )}
      <p role="status" className={classNames('text-small text-muted wrap-anywhere', told && 'mt-2')}>
        {told}
      </p>
      {update.isError && (
        <div className="mt-4">
          <Notice tone="danger">{failureMessage(update.error)}</Notice>
        </div>
      )}
    </Section>
  );
}

function wordsFor(added: string, { recipients }: Notifications): string {
  const recipient = recipients.find(({ email }) => email === added);
  switch (recipient?.state) {
    case 'active':
      return `${added} is told of new submissions from now on.`;
    case 'unsubscribed':
      return `${added} has unsubscribed. Send a new link to start the mails again.`;
    case 'unconfirmed':
      return recipient.requestedAt === null
        ? `No link sent today to ${added}: it has had one already. Send a new link tomorrow.`
        : `Mails to ${added} start once the link that we mailed there is opened.`;
    default:
      return `${added} is on the list.`;
  }
}
