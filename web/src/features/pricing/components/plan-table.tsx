import Check from 'virtual:lucide/check';
import Minus from 'virtual:lucide/minus';
import { formatNumber } from '@inlet/contracts/counts';
import { features, type PlanLimits, planLimits } from '@inlet/contracts/plans';
import type { ReactNode } from 'react';
import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Live } from '#components/site/live.tsx';
import { Where } from '#components/site/where.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { featureLabel, formatBytes } from '#lib/wording.ts';

const plans = [
  { key: 'starter', name: 'Starter', limits: planLimits('starter') },
  { key: 'pro', name: 'Pro', limits: planLimits('pro') },
] as const;
type Plan = (typeof plans)[number];

interface Row {
  readonly name: string;
  readonly of: (limits: PlanLimits) => ReactNode;
}

/** The contents of the plans, from the limits that the service enforces. */
const rows: readonly Row[] = [
  { name: 'Forms', of: ({ forms }) => formatNumber(forms) },
  { name: 'Submissions per month', of: ({ submissionsPerMonth }) => formatNumber(submissionsPerMonth) },
  { name: 'Data per month', of: ({ bytesPerMonth }) => formatBytes(bytesPerMonth) },
  { name: 'Storage for files', of: ({ storageBytes }) => formatBytes(storageBytes) },
  { name: 'Imported submissions', of: ({ importedRows }) => formatNumber(importedRows) },
  ...features.map((feature) => ({
    name: featureLabel(feature),
    of: (limits: PlanLimits) => <YesOrNo isYes={limits.features.includes(feature)} />,
  })),
];

/** The plans besides early pro. `showOffer` gets prices and availability from the service. */
export function PlanTable() {
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="text-heading font-semibold">
        Starter and Pro
      </h2>
      <table className="mt-4 w-full table-fixed border-collapse text-small">
        <thead>
          <tr className="border-line border-b align-top">
            <td className="w-[38%]" />
            {plans.map(({ key, name }) => (
              <th key={key} scope="col" className="px-2 pb-4 text-left sm:px-4">
                <span className="text-body font-semibold">{name}</span>
                <Prices plan={key} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <tr key={name} className="border-line border-b">
              <th scope="row" className="py-2.5 pr-2 text-left font-normal text-muted">
                {name}
              </th>
              {plans.map(({ key, limits }) => (
                <td key={key} className="px-2 py-2.5 tabular-nums sm:px-4">
                  {of(limits)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {plans.map(({ key }) => (
              <td key={key} className="px-2 pt-4 sm:px-4">
                <Sale plan={key} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function YesOrNo({ isYes }: { isYes: boolean }) {
  const Icon = isYes ? Check : Minus;
  return (
    <>
      <Icon aria-hidden size={16} strokeWidth={2} className={isYes ? 'text-accent' : 'text-muted'} />
      <span className="sr-only">{isYes ? 'Yes' : 'No'}</span>
    </>
  );
}

function Prices({ plan }: { plan: Plan['key'] }) {
  const price = <p className="font-medium tabular-nums" data-text="price" />;
  const away = <p className="font-normal text-muted">Price not known at the moment</p>;
  return (
    <Live name={`prices-${plan}`} states={{ price, away }} className="min-h-10">
      <Skeleton className="mt-1 h-4 w-20 noscript:hidden" />
      <p className="hidden font-normal text-muted noscript:block">Shown before you pay</p>
    </Live>
  );
}

function Sale({ plan }: { plan: Plan['key'] }) {
  const choose = (href: string) => (
    <AnchorButton href={href} variant="primary" className="w-full px-2">
      Choose Plan
    </AnchorButton>
  );
  const open = (
    <>
      <Where part="SIGN_UP_OPEN">{choose('/auth?mode=sign-up')}</Where>
      <Where part="SIGN_UP_INVITE">{choose('/dashboard')}</Where>
    </>
  );
  const waitlist = (
    <AnchorButton href="/auth?mode=waitlist" className="w-full px-2">
      Join Waitlist
    </AnchorButton>
  );
  const soon = (
    <Button disabled className="w-full px-2">
      Coming Soon
    </Button>
  );
  return <Live name={`sale-${plan}`} states={{ open, waitlist, soon }} className="min-h-11 sm:min-h-9" />;
}
