import type { CheckFinding, FormCheck } from '@inlet/contracts/form-check';
import { Badge } from '#components/ui/badge.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { formatWhen } from '#lib/relative-time.ts';

/** What a check-up found, the faults first. */
export function CheckResult({ check: { state, url, weekly, findings, finishedAt } }: { check: FormCheck }) {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  const when = finishedAt === null ? '' : `${weekly ? 'Weekly check-up, ' : 'Checked '}${formatWhen(finishedAt)}`;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone={state === 'good' ? 'success' : 'warning'}>
        <p className="font-medium">
          {state === 'good'
            ? 'The page is fine: a test submission went all the way.'
            : faults === 1
              ? 'There is one fault. Visitors may lose what they send.'
              : `There are ${faults} faults. Visitors may lose what they send.`}
        </p>
        <p className="wrap-anywhere">
          {when} · {url}
        </p>
      </Notice>
      {findings.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {findings.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a check-up that has ended never changes
            <Finding key={index} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Finding({ finding: { level, message, fix, code } }: { finding: CheckFinding }) {
  return (
    <li className="flex flex-col items-start gap-x-4 gap-y-2 py-4 last:pb-0 sm:flex-row">
      <div className="w-16 shrink-0">
        {level === 'fault' ? <Badge tone="danger">Fault</Badge> : <Badge tone="neutral">Note</Badge>}
      </div>
      <div className="grid w-full min-w-0 grid-cols-1 gap-1">
        <p className="font-medium wrap-anywhere">{message}</p>
        {fix !== '' && <p className="text-small text-muted wrap-anywhere">{fix}</p>}
        {code !== undefined && (
          <div className="mt-2">
            <CodeBlock label={`Code for: ${message}`} code={code} copyLabel="Copy the code" wraps />
          </div>
        )}
      </div>
    </li>
  );
}
