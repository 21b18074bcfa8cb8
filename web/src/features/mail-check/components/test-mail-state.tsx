import type { TestMail } from '@inlet/contracts/mail-check';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTestMail } from '#features/mail-check/api/use-test-mail.ts';

const tones = {
  queued: 'info',
  sent: 'success',
  retrying: 'warning',
  refused: 'danger',
  suppressed: 'danger',
  bounced: 'danger',
} as const satisfies Record<TestMail['state'], string>;

/** What is known of a test mail at this moment. */
export function TestMailState(sent: { readonly id: string; readonly sentAtMs: number }) {
  const test = useTestMail(sent);
  if (test.isError && !test.data) return <QueryFailure title="What became of the mail is not known" query={test} />;
  const { state, message, answer, isWatched } = test.data ?? waiting;
  const isOpen = isWatched && (state === 'queued' || state === 'retrying');
  return (
    <div aria-live="polite">
      <Notice tone={tones[state]}>
        <p className="flex items-center gap-2">
          {message}
          {isOpen && <Spinner label="Waiting for news" />}
        </p>
        {answer !== null && (
          <p className="mt-1">
            The mail server says: <code className="font-mono text-caption wrap-anywhere">{answer}</code>
          </p>
        )}
        {!isWatched && state === 'queued' && (
          <p className="mt-1">It has waited for a minute. Mails are delayed at the moment; nothing is lost.</p>
        )}
      </Notice>
    </div>
  );
}

const waiting = { state: 'queued', message: 'The mail waits to be sent.', answer: null, isWatched: true } as const;
