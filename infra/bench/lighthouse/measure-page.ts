import type { Lighthouse } from '#lighthouse/load-lighthouse.ts';

/** The results that a page is judged by. */
export interface Figures {
  /** Scores from 0 to 100 by category. */
  readonly scores: Readonly<Record<string, number>>;
  readonly lcpMs: number;
  readonly layoutShift: number;
  /** Failed audits of the categories that must be perfect. */
  readonly failed: readonly string[];
}

/** Loads a page once with a simulated phone processor and network, which is Lighthouse's default. */
export async function measurePage(
  lighthouse: Lighthouse,
  url: string,
  port: number,
): Promise<Figures & { line: string }> {
  const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' });
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse could not load ${url}`);
  const { audits, categories } = result.lhr;
  const scores = Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  const lcpMs = audits['largest-contentful-paint']?.numericValue ?? Number.NaN;
  const layoutShift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
  const failed = Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  const marks = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  const blockedMs = audits['total-blocking-time']?.numericValue ?? Number.NaN;
  const times = `LCP ${Math.round(lcpMs)} ms  blocked ${Math.round(blockedMs)} ms`;
  const line = `${url}  ${marks.join('  ')}  ${times}  CLS ${layoutShift}`;
  return { scores, lcpMs, layoutShift, failed, line };
}
