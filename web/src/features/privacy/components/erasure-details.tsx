import Download from 'virtual:lucide/download';
import type { Erasure } from '@inlet/contracts/erasures';
import { Button } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { CountList } from '#features/privacy/components/count-list.tsx';
import { ErasureState } from '#features/privacy/components/erasure-state.tsx';
import { MentionList } from '#features/privacy/components/mention-list.tsx';
import { formatDateTime } from '#lib/dates.ts';
import { saveFile } from '#lib/receive-file.ts';

/** The progress of an erasure, what it removed, its receipt, and what it left to the owner. */
export function ErasureDetails({ erasure }: { erasure: Erasure }) {
  const { id, state, requestedAt, finishedAt, counts, receipt, mentions, mentionCount } = erasure;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Section title="Erasure" intro={`Asked for on ${formatDateTime(requestedAt)}`} action={<StateOf state={state} />}>
        <div className="grid grid-cols-1 gap-6">
          <p role="status" className="flex items-center gap-3 text-small">
            {state !== 'done' && <Spinner label="Erasing" />}
            {finishedAt
              ? `Finished on ${formatDateTime(finishedAt)}.${mentionCount > 0 ? ' The mentions below are yours to decide.' : ''}`
              : 'The erasure goes on by itself. You need not stay here.'}
          </p>
          <CountList counts={counts} label="What was erased" />
        </div>
      </Section>
      {receipt !== null && (
        <Section
          title="Receipt"
          intro={
            <>
              Signed proof of what was erased and when, without the address itself. Anyone can{' '}
              <a
                href="/docs/retention#the-receipt"
                className="text-ink underline decoration-line-strong underline-offset-4"
              >
                verify it
              </a>
              .
            </>
          }
          action={
            <Button
              onClick={() => saveFile(new Blob([receipt], { type: 'application/jose' }), `erasure-${id}.jws`)}
              className="self-start sm:self-auto"
            >
              <Download aria-hidden size={16} strokeWidth={1.75} />
              Download
            </Button>
          }
        />
      )}
      {mentionCount > 0 && (
        <Section
          title="Mentions"
          intro="These were not erased: the address stands in a longer text, perhaps of somebody else, or belongs to a recipient of your notifications. Open each, and delete what has to go."
        >
          <MentionList mentions={mentions} total={mentionCount} />
        </Section>
      )}
    </div>
  );
}

function StateOf({ state }: { state: Erasure['state'] }) {
  return (
    <span className="flex self-start sm:self-auto">
      <ErasureState state={state} />
    </span>
  );
}
