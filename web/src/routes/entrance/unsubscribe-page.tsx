import { readLanguage } from '@inlet/contracts/languages';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Unsubscribe } from '#features/mail-links/components/unsubscribe.tsx';
import { EntranceFrame } from '#routes/entrance/entrance-frame.tsx';

/** Loaded apart, with the sentences of all languages. */
const VisitorUnsubscribe = lazy(async () => ({
  default: (await import('#routes/entrance/visitor-unsubscribe.tsx')).VisitorUnsubscribe,
}));

/** The page behind the link at the end of a mail. */
export function UnsubscribePage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  // The link of a mail that is not in English names its language.
  const language = readLanguage(query.get('language'));
  if (language !== null)
    return (
      <Suspense>
        <VisitorUnsubscribe language={language} token={token} />
      </Suspense>
    );
  return (
    <EntranceFrame title="Unsubscribe" intro="Stops the mails that this link came with, and no others.">
      <Unsubscribe token={token} />
    </EntranceFrame>
  );
}
