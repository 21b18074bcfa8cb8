import ChevronRight from 'virtual:lucide/chevron-right';
import { formatNumber } from '@inlet/contracts/counts';
import type { Target } from '@inlet/contracts/targets';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Ago } from '#features/integrations/components/target/ago.tsx';
import { PresetIcon } from '#features/integrations/components/target/preset-icon.tsx';
import { TargetState } from '#features/integrations/components/target/target-state.tsx';
import { describeState } from '#features/integrations/describe-state.ts';
import { whereOf } from '#features/integrations/where-of.ts';
import { WhenLine } from '#lib/conditions/when-line.tsx';

export function TargetRow({ target }: { target: Target }) {
  const { kind, name, url, isHook, when, health } = target;
  const { advice } = describeState(target);
  return (
    <li className="group relative flex gap-3 px-4 py-4 transition-tint hover:bg-hover sm:gap-4 sm:px-6">
      <PresetIcon kind={kind} />
      <div className="grid min-w-0 grow grid-cols-1 gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {/* The link covers the whole row. */}
            <Link
              to={target.id}
              className="min-w-0 font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {name}
            </Link>
            <TargetState target={target} />
          </p>
          <p className="mt-0.5 truncate text-small text-muted" title={url}>
            {isHook && 'Added by a program · '}
            {whereOf(target)}
          </p>
          <WhenLine when={when} />
        </div>
        <dl className="flex flex-wrap items-center gap-x-6 gap-y-1 text-small md:justify-end">
          <Figure name="Last success">
            {health.lastSuccessAt ? <Ago at={health.lastSuccessAt} /> : <span className="text-muted">None yet</span>}
          </Figure>
          <Figure name="Waiting">{formatNumber(health.waiting)}</Figure>
        </dl>
        {advice && <p className="max-w-[80ch] text-small text-pretty text-muted md:col-span-2">{advice}</p>}
      </div>
      <ChevronRight
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="mt-2.5 shrink-0 text-muted opacity-60 group-hover:opacity-100"
      />
    </li>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 md:block md:min-w-24">
      <dt className="text-muted md:text-caption">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
