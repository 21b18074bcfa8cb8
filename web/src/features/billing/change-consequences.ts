import { formatCount, formatNumber } from '@inlet/contracts/counts';
import { type Feature, features, planLimits } from '@inlet/contracts/plans';
import type { Usage } from '@inlet/contracts/usage';
import { featureLabel } from '#lib/wording.ts';

/** Sentences on what another plan adds, removes and no longer covers. */
export function changeConsequences(from: string | null, to: string, usage: Usage | undefined): string[] {
  if (from === to) return [];
  const [before, after] = [planLimits(from), planLimits(to)];
  const limits =
    before.forms === after.forms && before.submissionsPerMonth === after.submissionsPerMonth
      ? []
      : [
          `You can have ${formatCount(after.forms, 'form')} and receive ${formatCount(after.submissionsPerMonth, 'submission')} a month.`,
        ];
  const hasTooManyForms = usage !== undefined && usage.currentForms > after.forms;
  const isMonthFull = usage !== undefined && usage.currentSubmissions >= after.submissionsPerMonth;
  return [
    ...limits,
    ...featureWords('You get', after.features, before.features),
    ...featureWords('You lose', before.features, after.features),
    ...(hasTooManyForms
      ? [`You have ${formatNumber(usage.currentForms)} forms. All of them stay, and you cannot create more.`]
      : []),
    ...(isMonthFull
      ? [
          `You have used ${formatCount(usage.currentSubmissions, 'submission')} this month, so your forms refuse new ones until next month.`,
        ]
      : []),
    ...(from === 'early_pro' ? ['You lose your Early Pro spot and its price.'] : []),
  ];
}

function featureWords(verb: string, some: readonly Feature[], others: readonly Feature[]): string[] {
  const names = features.filter((each) => some.includes(each) && !others.includes(each)).map(featureLabel);
  return names.length === 0 ? [] : [`${verb}: ${names.join(', ').toLowerCase()}.`];
}
