import type { Figures } from '#lighthouse/measure-page.ts';

const scoresMin = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const lcpMaxMs = 1_200;

/** What a page missed, in words. What could not be measured is missed as well. */
export function judge({ scores, lcpMs, layoutShift, failed }: Figures): string[] {
  const marks = Object.entries(scoresMin).flatMap(([name, min]) => {
    const score = scores[name] ?? 0;
    return score >= min ? [] : [`${name} ${score}, must reach ${min}`];
  });
  return [
    ...marks,
    ...(failed.length > 0 ? [`did not pass: ${failed.join(', ')}`] : []),
    ...(lcpMs <= lcpMaxMs ? [] : [`LCP ${Math.round(lcpMs)} ms, at most ${lcpMaxMs}`]),
    ...(layoutShift === 0 ? [] : [`CLS ${layoutShift}, must be 0`]),
  ];
}
