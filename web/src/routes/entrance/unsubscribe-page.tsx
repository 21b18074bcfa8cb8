import { useSearchParams } from 'react-router-dom';
import { Unsubscribe } from '#features/mail-links/components/unsubscribe.tsx';
import { EntranceFrame } from '#routes/entrance/entrance-frame.tsx';

/** The page behind the link at the end of a mail. */
export function UnsubscribePage() {
  const [query] = useSearchParams();
  return (
    <EntranceFrame title="Unsubscribe" intro="Stops the mails that this link came with, and no others.">
      <Unsubscribe token={query.get('token') ?? ''} />
    </EntranceFrame>
  );
}
