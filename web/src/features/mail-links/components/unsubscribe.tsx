import type { Words } from '@inlet/contracts/languages/words';
import type { Unsubscribe as UnsubscribeLink } from '@inlet/contracts/notifications';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useUnsubscribe, useUnsubscribeLink } from '#features/mail-links/api/use-unsubscribe.ts';
import { ApiError, failureMessage } from '#lib/http.ts';

interface UnsubscribeProps {
  readonly token: string;
  /** Given after a mail to a visitor that is not in English. */
  readonly words?: Words;
}

/** Needs a press: programs that scan emails open every link, and must not stop wanted mails. */
export function Unsubscribe({ token, words }: UnsubscribeProps) {
  const link = useUnsubscribeLink(token);
  const stop = useUnsubscribe(token);
  if (link.isPending) return <LinkSkeleton label={words?.say('readingLink') ?? 'Reading the link'} />;
  if (!link.data) {
    const isRefused = link.error instanceof ApiError;
    const incomplete = words?.say('linkIncomplete') ?? 'This link is not complete. Open it again from the mail.';
    return (
      <div className="grid justify-items-start gap-6">
        <Notice tone="danger">{isRefused ? incomplete : failureIn(words, link.error)}</Notice>
        {!isRefused && (
          <Button isLoading={link.isFetching} onClick={() => void link.refetch()}>
            {words?.say('tryAgain') ?? 'Try again'}
          </Button>
        )}
      </div>
    );
  }
  const { sent, stopped } = wordsFor(link.data, words);
  if (link.data.isStopped) {
    return (
      <Notice tone="success">
        <span className="wrap-anywhere">{stopped}</span>
      </Notice>
    );
  }
  return (
    <div className="grid gap-6">
      <p className="wrap-anywhere">{sent}</p>
      {stop.isError && <Notice tone="danger">{failureIn(words, stop.error)}</Notice>}
      <Button variant="primary" isLoading={stop.isPending} onClick={() => stop.mutate()}>
        {words?.say('unsubscribe') ?? 'Unsubscribe'}
      </Button>
    </div>
  );
}

function failureIn(words: Words | undefined, error: unknown): string {
  return words?.say('failed') ?? failureMessage(error);
}

interface KindWords {
  readonly sent: string;
  readonly stopped: string;
}

function wordsFor({ kind, email, formName }: UnsubscribeLink, words: Words | undefined): KindWords {
  if (kind === 'usage') {
    return {
      sent: `${email} gets a mail when the account nears its monthly limit.`,
      stopped: `${email} gets no more mails about the monthly limit. They can be turned on again in the account settings.`,
    };
  }
  if (kind === 'auto-reply') {
    if (words) return { sent: words.say('unsubscribeText', { email }), stopped: words.say('unsubscribed', { email }) };
    return {
      sent: `Some websites answer ${email} by mail when it is entered into a form. This stops all such answers that are sent by Inlet.`,
      stopped: `${email} gets no more automatic answers.`,
    };
  }
  const form = formName === null ? 'this form' : formName;
  return {
    sent: `${email} is told of new submissions of ${form}.`,
    stopped: `${email} gets no more mails about ${form}.`,
  };
}

function LinkSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-6">
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-11 w-full sm:h-9" />
    </div>
  );
}
