import { formatNumber } from '@inlet/contracts/counts';
import type { Target } from '@inlet/contracts/targets';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Ago } from '#features/integrations/components/target/ago.tsx';
import { TargetState } from '#features/integrations/components/target/target-state.tsx';

/** The service counts up to this number. */
const countMax = 10_000;

/** The health of an integration at a glance. */
export function TargetHealth({ target }: { target: Target }) {
  const { waiting, failed, oldestWaitingAt, lastSuccessAt, lastFailureAt } = target.health;
  return (
    <Card className="overflow-hidden">
      <dl className="-mr-px -mb-px grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-[auto_repeat(5,1fr)]">
        <Fact name="State" className="max-sm:col-span-2">
          <TargetState target={target} />
        </Fact>
        <Fact name="Waiting">{countWords(waiting)}</Fact>
        <Fact name="Given up">
          <span className={failed > 0 ? 'text-danger' : ''}>{countWords(failed)}</span>
        </Fact>
        <Fact name="Oldest waiting">
          <Moment at={oldestWaitingAt} none="None" />
        </Fact>
        <Fact name="Last success">
          <Moment at={lastSuccessAt} none="None yet" />
        </Fact>
        <Fact name="Last failure" className="max-sm:col-span-2">
          <Moment at={lastFailureAt} none="None" />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('min-w-0 border-line border-r border-b px-4 py-3 sm:px-6', className)}>
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="mt-1 flex min-h-6 items-center text-small font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function Moment({ at, none }: { at: string | null; none: string }) {
  return at === null ? <span className="font-normal text-muted">{none}</span> : <Ago at={at} />;
}

function countWords(count: number): string {
  return count >= countMax ? `${formatNumber(countMax)} or more` : formatNumber(count);
}
