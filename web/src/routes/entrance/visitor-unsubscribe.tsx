import type { Language } from '@inlet/contracts/languages';
import { wordsOf } from '@inlet/contracts/languages/words';
import { Unsubscribe } from '#features/mail-links/components/unsubscribe.tsx';
import { EntranceFrame } from '#routes/entrance/entrance-frame.tsx';

interface VisitorUnsubscribeProps {
  readonly language: Language;
  readonly token: string;
}

/** The page behind the link of a mail to a visitor, in the language of the mail. */
export function VisitorUnsubscribe({ language, token }: VisitorUnsubscribeProps) {
  const words = wordsOf(language);
  return (
    <div lang={language}>
      <EntranceFrame title={words.say('unsubscribe')} intro={words.say('unsubscribeIntro')}>
        <Unsubscribe token={token} words={words} />
      </EntranceFrame>
    </div>
  );
}
