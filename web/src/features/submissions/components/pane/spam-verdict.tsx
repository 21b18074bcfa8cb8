import ShieldAlert from 'virtual:lucide/shield-alert';
import type { Submission } from '@inlet/contracts/submissions';
import { classNames } from '#components/ui/class-names.ts';
import { Notice } from '#components/ui/notice.tsx';
import { explainReason } from '#features/submissions/spam-reasons.ts';
import { formatShare } from '#lib/wording.ts';

/** The reasons why a submission is or may be spam; renders nothing without any. */
export function SpamVerdict({ submission }: { submission: Submission }) {
  const { isSpam, isChecking, spam } = submission;
  if (isChecking) {
    return (
      <Notice tone="info">
        This submission is being checked for spam, which takes a minute at most. Mails and deliveries wait for the
        result.
      </Notice>
    );
  }
  if (spam.reasons.length === 0) {
    return isSpam ? <Notice tone="info">It was moved here by hand: no check found anything.</Notice> : null;
  }
  const isWarning = !isSpam && spam.isFlagged;
  return (
    <section
      aria-label="Spam check"
      className={classNames('rounded-medium border', isWarning ? 'border-warning-line' : 'border-line')}
    >
      <header
        className={classNames(
          'flex items-center gap-3 rounded-t-medium px-3.5 py-2.5 text-small',
          isWarning ? 'bg-warning-soft text-warning' : 'bg-sunken',
        )}
      >
        <ShieldAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        <h3 className="mr-auto font-medium">{titleOf(submission)}</h3>
        <p className="tabular-nums">
          <span className="sr-only">Score </span>
          {formatShare(spam.score)}
        </p>
      </header>
      <ul className="divide-y divide-line">
        {spam.reasons.map(({ name, points }) => {
          const { label, explanation } = explainReason(name);
          return (
            <li key={name} className="flex items-baseline gap-4 px-3.5 py-2.5 text-small">
              <div className="min-w-0 grow">
                <p className="font-medium">{label}</p>
                <p className="text-muted">{explanation}</p>
              </div>
              {points > 0 && <p className="shrink-0 text-muted tabular-nums">{formatShare(points)}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function titleOf({ isSpam, spam }: Submission): string {
  if (isSpam) return 'Why this is spam';
  return spam.isFlagged ? 'This may be spam' : 'What the spam check found';
}
