import { defaultThreshold, flaggedBelow } from '@inlet/contracts/spam';
import { useId } from 'react';
import { Section } from '#components/ui/section.tsx';
import { formatShare } from '#lib/wording.ts';

interface ThresholdFieldProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const lowest = 0.5;

/** The score from which a submission is spam. The colours of the track show the result for each score. */
export function ThresholdField({ value, onChange }: ThresholdFieldProps) {
  const id = useId();
  const flagged = Math.max(0, value - flaggedBelow);
  return (
    <Section
      title="Sensitivity"
      intro="Each submission gets a score from 0% to 100%: how likely it is spam. Nothing is thrown away: spam waits in its folder, and you can release it."
    >
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-small font-medium">
          Spam from a score of
        </label>
        <output htmlFor={id} className="text-heading font-semibold tabular-nums">
          {formatShare(value)}
        </output>
      </div>
      <input
        type="range"
        id={id}
        min={lowest * 100}
        max={100}
        step={1}
        value={Math.round(value * 100)}
        onChange={(event) => onChange(Number(event.target.value) / 100)}
        aria-valuetext={formatShare(value)}
        aria-describedby={`${id}-zones`}
        className="block h-1.5 w-full cursor-pointer appearance-none rounded-full accent-accent focus-visible:outline-offset-8 forced-colors:appearance-auto"
        style={{ background: zonesOf(flagged, value) }}
      />
      <dl id={`${id}-zones`} className="mt-4 grid gap-2 text-small">
        <Zone colour="bg-success" name={`Below ${formatShare(flagged)}`}>
          Inbox
        </Zone>
        <Zone colour="bg-amber" name={`${formatShare(flagged)} and more`}>
          Inbox, marked “May be spam”, without an auto-reply
        </Zone>
        <Zone colour="bg-danger" name={`${formatShare(value)} and more`}>
          Spam folder: no email, no integrations, not counted as a submission
        </Zone>
      </dl>
      {value < defaultThreshold && (
        <button type="button" onClick={() => onChange(defaultThreshold)} className={resetClass}>
          {`Back to ${formatShare(defaultThreshold)}`}
        </button>
      )}
    </Section>
  );
}

function Zone({ colour, name, children }: { colour: string; name: string; children: string }) {
  return (
    <div className="grid grid-cols-[auto_7.5rem_minmax(0,1fr)] items-baseline gap-x-2.5">
      <span aria-hidden className={`size-2 rounded-full ${colour}`} />
      <dt className="font-medium tabular-nums">{name}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}

/** The centre of the thumb stays half its width away from the ends. */
function zonesOf(flagged: number, spam: number): string {
  const [a, b] = [flagged, spam].map((score) => {
    const share = Math.max(0, (score - lowest) / (1 - lowest));
    return `calc(8px + (100% - 16px) * ${share})`;
  });
  return `linear-gradient(to right, var(--success) ${a}, var(--amber) ${a} ${b}, var(--danger) ${b})`;
}

const resetClass =
  'mt-3 min-h-8 rounded-small text-small text-muted underline decoration-line-strong underline-offset-4 hover:text-ink';
