import { formatNumber } from '@inlet/contracts/counts';
import { marksNeeded, type SpamSettings } from '@inlet/contracts/spam';
import { Badge } from '#components/ui/badge.tsx';
import { Section } from '#components/ui/section.tsx';

/** What the filter has learned from the owner's marks. */
export function Learned({ learned }: { learned: SpamSettings['learned'] }) {
  const { spam, good, isActive } = learned;
  return (
    <Section
      title="Learning"
      intro={`The filter learns from what you mark as spam and as not spam, in all your forms, and never from other accounts. It starts after ${marksNeeded} marks of each kind.`}
      action={
        <span className="flex self-start sm:self-auto">
          <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Judging' : 'Learning'}</Badge>
        </span>
      }
    >
      <dl className="grid grid-cols-2 gap-4">
        <Marks name="Marked as spam" count={spam} isActive={isActive} />
        <Marks name="Marked as not spam" count={good} isActive={isActive} />
      </dl>
    </Section>
  );
}

function Marks({ name, count, isActive }: { name: string; count: number; isActive: boolean }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="text-heading font-semibold tabular-nums">
        {formatNumber(count)}
        {!isActive && <span className="font-normal text-muted">{` of ${marksNeeded}`}</span>}
      </dd>
    </div>
  );
}
