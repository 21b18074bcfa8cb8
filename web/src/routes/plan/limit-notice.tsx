import type { Usage } from '@inlet/contracts/usage';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { submissionLimitReason } from '#features/usage/limit-reasons.ts';
import { refusedWords } from '#lib/relative-time.ts';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

/** Tells on a form's page that the month accepts no more submissions. */
export function LimitNotice({ usage }: { usage: Usage }) {
  const upgrade = useUpgrade();
  return (
    <div className="mb-3 max-md:mt-2">
      <Notice
        tone="danger"
        action={upgrade.isPossible && <Button onClick={() => upgrade.open(null)}>Upgrade Plan</Button>}
      >
        <strong className="font-medium">Plan limit reached.</strong> {submissionLimitReason(usage, upgrade.isPossible)}
        {usage.refusedByLimit && ` ${refusedWords(usage.refusedByLimit)}.`}
      </Notice>
      {upgrade.dialog}
    </div>
  );
}
