import type { AttemptDetails, ReplayRequest, Target } from '@inlet/contracts/targets';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useAttempt } from '#features/integrations/api/use-attempt.ts';
import { AttemptResult } from '#features/integrations/components/attempts/attempt-result.tsx';
import { canReplay } from '#features/integrations/components/attempts/attempt-row.tsx';
import { deliveredName } from '#features/integrations/event-names.ts';
import { formatMoment } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';

interface AttemptDialogProps {
  readonly target: Target;
  readonly attemptId: string;
  readonly isOpen: boolean;
  /** A test cannot be replayed. */
  readonly onReplay?: (body: ReplayRequest) => Promise<void>;
  readonly onClose: () => void;
}

/** An attempt with its request and its response. */
export function AttemptDialog({ target, attemptId, isOpen, onReplay, onClose }: AttemptDialogProps) {
  const query = useAttempt(target.id, attemptId);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Delivery">
      {query.data ? (
        <Details attempt={query.data} {...(onReplay && { onReplay })} />
      ) : query.isPending ? (
        <div className="grid h-40 place-items-center text-muted">
          <Spinner label="Loading the delivery" size={20} />
        </div>
      ) : (
        <QueryFailure title="The delivery could not be loaded" query={query} />
      )}
    </Dialog>
  );
}

function Details({ attempt, onReplay }: { attempt: AttemptDetails } & Pick<AttemptDialogProps, 'onReplay'>) {
  const { id, eventId, type, number, startedAt, isTest, request, response, responseHeaders, statusCode } = attempt;
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  function replay() {
    setIsStarting(true);
    onReplay?.({ attemptIds: [id] })
      .catch(setFailure)
      .finally(() => setIsStarting(false));
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-start sm:justify-between">
        <div className="text-small font-medium">
          <AttemptResult attempt={attempt} />
        </div>
        {onReplay && canReplay(attempt) && (
          <Button isLoading={isStarting} onClick={replay} className="self-start">
            {attempt.state === 'skipped' ? 'Send it anyway' : 'Replay this delivery'}
          </Button>
        )}
      </div>
      {failure !== null && <Notice tone="danger">{failureMessage(failure)}</Notice>}
      <dl className="grid gap-x-6 gap-y-3 text-small sm:grid-cols-2">
        <Detail name="Event">{isTest ? 'Test' : deliveredName(type)}</Detail>
        <Detail name="Attempt">{number}</Detail>
        <Detail name="Time">
          <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
        </Detail>
        <Detail name="Event id">
          <span className="font-mono text-caption wrap-anywhere">{eventId}</span>
        </Detail>
      </dl>
      <Part title="Request">
        {request ? (
          <>
            <CodeBlock label="Request headers" code={headOf(request)} copyLabel="Copy the request headers" wraps />
            <CodeBlock label="Request body" code={pretty(request.body)} copyLabel="Copy the request body" wraps />
            <p className="text-caption text-muted">
              Written from the submission as it is now, with secrets masked and without the signature.
            </p>
          </>
        ) : (
          <p className="text-small text-muted">
            There is no request to show: the submission is deleted, or it cannot be sent.
          </p>
        )}
      </Part>
      <Part title="Response">
        {statusCode !== null && (
          <CodeBlock
            label="Response headers"
            code={[`Status ${statusCode}`, ...linesOf(responseHeaders ?? {})].join('\n')}
            copyLabel="Copy the response headers"
            wraps
          />
        )}
        {response ? (
          <CodeBlock label="Response" code={pretty(response)} copyLabel="Copy the response" wraps />
        ) : (
          <p className="text-small text-muted">{noResponse(attempt)}</p>
        )}
      </Part>
    </div>
  );
}

function noResponse({ state, statusCode }: AttemptDetails): string {
  if (state === 'skipped') return 'Nothing was sent.';
  return statusCode === null ? 'There was no response.' : 'The response has no content.';
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-small font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function headOf({ method, url, headers }: NonNullable<AttemptDetails['request']>): string {
  return [`${method} ${url}`, ...linesOf(headers)].join('\n');
}

function linesOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

/** Formats JSON on several lines; other text stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
