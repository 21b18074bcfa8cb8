import ListFilter from 'virtual:lucide/list-filter';
import X from 'virtual:lucide/x';
import type { Recipient } from '@inlet/contracts/notifications';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useResendConfirmation } from '#features/notifications/api/use-resend-confirmation.ts';
import { describeRecipient } from '#features/notifications/describe-recipient.ts';
import type { WhenField } from '#lib/conditions/when-field-props.ts';
import { WhenLine } from '#lib/conditions/when-line.tsx';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';

// Few recipients have conditions.
const RecipientConditions = lazy(async () => ({
  default: (await import('#features/notifications/components/recipient-conditions.tsx')).RecipientConditions,
}));

interface RecipientListProps {
  readonly formId: string;
  readonly recipients: readonly Recipient[];
  readonly whenField: WhenField;
  readonly onRouted: (email: string) => void;
  readonly onRemove: (email: string) => void;
  /** Called when the last recipient is gone, to move the focus elsewhere. */
  readonly onEmptied: () => void;
}

export function RecipientList(props: RecipientListProps) {
  const { formId, recipients, whenField, onRouted, onRemove, onEmptied } = props;
  const [routed, setRouted] = useState<string | null>(null);
  // The dialog stays mounted while it fades.
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const chosen = recipients.find(({ email }) => email === routed);
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a recipient has gone
  useEffect(() => {
    if (focusNext.current === null) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = buttons[Math.min(focusNext.current, buttons.length - 1)];
    focusNext.current = null;
    if (next) next.focus();
    else onEmptied();
  }, [recipients]);

  if (recipients.length === 0) return null;
  return (
    <>
      <ul ref={list} aria-label="Recipients" className="mb-6 divide-y divide-line rounded-medium border border-line">
        {recipients.map((recipient, index) => (
          <RecipientRow
            key={recipient.email}
            formId={formId}
            recipient={recipient}
            onRoute={() => {
              setRouted(recipient.email);
              setOpenings(openings + 1);
              setIsOpen(true);
            }}
            onRemove={() => {
              focusNext.current = index;
              onRemove(recipient.email);
            }}
          />
        ))}
      </ul>
      <Suspense>
        {chosen && (
          <RecipientConditions
            key={openings}
            formId={formId}
            recipients={recipients}
            recipient={chosen}
            isOpen={isOpen}
            whenField={whenField}
            onSaved={() => {
              setIsOpen(false);
              onRouted(chosen.email);
            }}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

interface RecipientRowProps {
  readonly formId: string;
  readonly recipient: Recipient;
  readonly onRoute: () => void;
  readonly onRemove: () => void;
}

function RecipientRow({ formId, recipient, onRoute, onRemove }: RecipientRowProps) {
  const resend = useResendConfirmation(formId);
  const { email: own } = useUser();
  const { tone, label, advice, canResend } = describeRecipient(recipient, own);
  return (
    <li className="py-2 pl-3.5">
      <div className="flex items-center gap-2">
        <p className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{recipient.email}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <IconButton
          icon={ListFilter}
          label={`When to mail ${recipient.email}`}
          aria-haspopup="dialog"
          onClick={onRoute}
        />
        <IconButton icon={X} label={`Remove ${recipient.email}`} data-remove onClick={onRemove} />
      </div>
      <WhenLine when={recipient.when} />
      {advice && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pr-3 pb-1">
          <p className="max-w-[60ch] text-small text-pretty text-muted">{advice}</p>
          {canResend && !resend.isSuccess && (
            <Button isLoading={resend.isPending} onClick={() => resend.mutate(recipient.email)}>
              Send a new link
            </Button>
          )}
          <p role="status" className="text-small text-success">
            {resend.isSuccess && 'The link is on its way.'}
          </p>
        </div>
      )}
      <FieldError>{resend.isError ? failureMessage(resend.error) : undefined}</FieldError>
    </li>
  );
}
