import { formatNumber } from '@inlet/contracts/counts';
import { type ReplayRequest, replayRequestSchema, type Target } from '@inlet/contracts/targets';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Choice } from '#components/ui/choice.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { failureMessage } from '#lib/http.ts';

interface ReplayDialogProps {
  readonly target: Target;
  readonly isOpen: boolean;
  readonly onReplay: (body: ReplayRequest) => Promise<void>;
  readonly onClose: () => void;
}

type Kind = 'failed' | 'range' | 'all';

/** Asks which submissions to deliver again. */
export function ReplayDialog({ target, isOpen, onReplay, onClose }: ReplayDialogProps) {
  const group = useId();
  const { state, health } = target;
  const [kind, setKind] = useState<Kind>(health.failed > 0 ? 'failed' : 'range');
  const [range, setRange] = useState({ from: '', to: '' });
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [isStarting, setIsStarting] = useState(false);
  const choices = [
    { value: 'failed', label: 'Deliveries given up', hint: `${formatNumber(health.failed)} failed at every attempt.` },
    { value: 'range', label: 'A range of time', hint: 'Submissions that arrived within it.' },
    { value: 'all', label: 'Everything', hint: 'All submissions in the inbox, oldest first.' },
  ] as const;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isStarting) return;
    const body = requestOf(kind, range);
    const problem = problemOf(kind, body);
    setError(problem);
    if (problem !== undefined) return;
    setIsStarting(true);
    setFailure(null);
    await onReplay(body).catch(setFailure);
    setIsStarting(false);
  }

  function change(part: Partial<typeof range>) {
    setRange({ ...range, ...part });
    setError(undefined);
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Replay">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-6">
        <p className="text-muted">
          Delivers stored submissions again. Each event keeps its id, so a receiver can tell a repeat from a new one.
        </p>
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-small font-medium">What to deliver</legend>
          {choices.map(({ value, label, hint }) => (
            <Choice
              key={value}
              type="radio"
              name={group}
              label={label}
              hint={hint}
              isChecked={kind === value}
              onChange={() => setKind(value)}
            />
          ))}
        </fieldset>
        {kind === 'range' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="From"
              type="datetime-local"
              value={range.from}
              onChange={(event) => change({ from: event.target.value })}
            />
            <TextField
              label="To"
              type="datetime-local"
              hint="Leave empty for now."
              value={range.to}
              onChange={(event) => change({ to: event.target.value })}
              error={error}
            />
          </div>
        )}
        {state !== 'active' && (
          <Notice tone="info">This integration is not active: the deliveries wait until you resume it.</Notice>
        )}
        {failure !== null && <Notice tone="danger">{failureMessage(failure)}</Notice>}
        <div className="flex flex-col gap-2 sm:flex-row">
          <Button type="submit" variant="primary" isLoading={isStarting}>
            Start replay
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function requestOf(kind: Kind, { from, to }: { readonly from: string; readonly to: string }): ReplayRequest {
  if (kind === 'failed') return { failedOnly: true };
  if (kind === 'all') return {};
  return { ...(from && { from: toIso(from) }), ...(to && { to: toIso(to) }) };
}

function problemOf(kind: Kind, body: ReplayRequest): string | undefined {
  if (kind === 'range' && !body.from && !body.to) return 'Choose a time';
  return replayRequestSchema.safeParse(body).success ? undefined : 'Must be later than "From"';
}

/** The browser returns a local time. */
function toIso(local: string): string {
  return new Date(local).toISOString();
}
