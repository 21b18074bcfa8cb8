import { useSearchParams } from 'react-router-dom';
import { ConfirmRecipient } from '#features/mail-links/components/confirm-recipient.tsx';
import { EntranceFrame } from '#routes/entrance/entrance-frame.tsx';

/** What a new recipient's link opens. */
export function ConfirmRecipientPage() {
  const [query] = useSearchParams();
  return (
    <EntranceFrame
      title="Confirm this address"
      intro="Somebody wants this address to be told of what is sent to a form. If you do not know of it, close this page: nothing is mailed."
    >
      <ConfirmRecipient token={query.get('token') ?? ''} />
    </EntranceFrame>
  );
}
