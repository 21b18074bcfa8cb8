import type { Submission } from '@inlet/contracts/submissions';
import type { ReactNode } from 'react';
import { Chip } from '#components/ui/chip.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { FieldList } from '#features/submissions/components/field-list.tsx';
import { SpamVerdict } from '#features/submissions/components/spam-verdict.tsx';
import { formatMoment } from '#lib/dates.ts';

/** A submission, first for people, then as JSON. */
export function SubmissionDetails({ submission }: { submission: Submission }) {
  const { data, origin, userAgent, createdAt } = submission;
  return (
    <div className="grid gap-6">
      <SpamVerdict submission={submission} />
      <dl className="grid gap-4">
        <Detail name="Received">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </Detail>
        <Detail name="Origin">
          <Chip isMuted={origin === null}>{origin ?? 'Unknown'}</Chip>
        </Detail>
      </dl>
      <Part title="Fields">
        <FieldList data={data} />
      </Part>
      <Part title="Submitted Data">
        <CodeBlock
          label="Submitted Data"
          code={JSON.stringify(data, null, 2)}
          copyLabel="Copy the submitted data"
          wraps
        />
      </Part>
      {userAgent && (
        <dl>
          <Detail name="User Agent">
            <span className="text-small text-muted wrap-anywhere">{userAgent}</span>
          </Detail>
        </dl>
      )}
    </div>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-small font-medium text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-small font-medium text-muted">{title}</h3>
      {children}
    </div>
  );
}
