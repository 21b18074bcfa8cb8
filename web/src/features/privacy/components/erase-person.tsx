import { formatCount } from '@inlet/contracts/counts';
import type { PersonCounts } from '@inlet/contracts/erasures';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useErasePerson } from '#features/privacy/api/use-erase-person.ts';
import { failureMessage } from '#lib/http.ts';

interface ErasePersonProps {
  readonly email: string;
  readonly counts: PersonCounts;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the address again, because an erasure cannot be undone. */
export function ErasePerson({ email, counts, isOpen, onClose }: ErasePersonProps) {
  const navigate = useNavigate();
  const erasure = useErasePerson();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  function erase() {
    if (typed.trim().toLowerCase() !== email) {
      setError('This is not the address that is shown above');
      input.current?.focus();
      return;
    }
    erasure.mutate(email, { onSuccess: ({ id }) => navigate(`/settings/privacy/erasures/${id}`) });
  }

  function close() {
    onClose();
    setTyped('');
    setError(undefined);
    erasure.reset();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Erase ${email}?`}
      confirmLabel="Yes, erase forever"
      isWorking={erasure.isPending}
      onConfirm={erase}
      onClose={close}
      fields={
        <div className="grid grid-cols-1 gap-4">
          {erasure.isError && <Notice tone="danger">{failureMessage(erasure.error)}</Notice>}
          <TextField
            ref={input}
            label="Type the address to confirm"
            type="email"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
            error={error}
          />
        </div>
      }
    >
      <p>
        {`This erases ${formatCount(counts.submissions, 'submission')} from your forms, with notes, deliveries and mails. It cannot be undone, and a restored backup does not bring anything back.`}
      </p>
      <p className="mt-2">Mentions in longer texts stay, and are listed for you to decide.</p>
    </ConfirmDialog>
  );
}
