import type { Notifications, Recipient } from '@inlet/contracts/notifications';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useUpdateNotifications } from '#features/notifications/api/use-update-notifications.ts';
import { refusedFields } from '#features/notifications/notification-draft.ts';
import type { WhenField as WhenFieldType } from '#lib/conditions/when-field-props.ts';
import { failureMessage } from '#lib/http.ts';

interface RecipientConditionsProps {
  readonly formId: string;
  readonly recipients: readonly Recipient[];
  readonly recipient: Recipient;
  readonly isOpen: boolean;
  readonly whenField: WhenFieldType;
  readonly onSaved: (saved: Notifications) => void;
  readonly onClose: () => void;
}

/** Chooses the submissions that a recipient is mailed. */
export function RecipientConditions(props: RecipientConditionsProps) {
  const { formId, recipients, recipient, isOpen, whenField: WhenField, onSaved, onClose } = props;
  const update = useUpdateNotifications(formId);
  const [when, setWhen] = useState(recipient.when);
  const place = `recipients.${recipients.indexOf(recipient)}.when`;
  const errors = refusedFields(update.error);

  function save(event: FormEvent) {
    event.preventDefault();
    // The dialog stands in the form of the settings, which has a button of its own.
    event.stopPropagation();
    if (update.isPending) return;
    const listed = recipients.map(({ email }) => ({ email, ...(email === recipient.email && { when }) }));
    update.mutate({ recipients: listed }, { onSuccess: onSaved });
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="When to mail">
      <form noValidate onSubmit={save} className="grid grid-cols-1 gap-6">
        <WhenField
          formId={formId}
          legend={`When to mail ${recipient.email}`}
          value={when}
          onChange={(next) => {
            setWhen(next);
            update.reset();
          }}
          errors={errors}
          place={place}
        />
        {update.isError && !Object.keys(errors).some((fault) => fault.startsWith(place)) && (
          <Notice tone="danger">{failureMessage(update.error)}</Notice>
        )}
        <div className="flex flex-col gap-2 sm:flex-row">
          <Button type="submit" variant="primary" isLoading={update.isPending}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
