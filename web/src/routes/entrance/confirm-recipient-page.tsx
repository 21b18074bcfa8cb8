import { useSearchParams } from 'react-router-dom';
import { ConfirmRecipient } from '#features/mail-links/components/confirm-recipient.tsx';
import { EntranceFrame } from '#routes/entrance/entrance-frame.tsx';

/** The page behind a new recipient's link. */
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
