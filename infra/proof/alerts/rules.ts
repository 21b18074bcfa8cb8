import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { parse } from 'yaml';
import * as z from 'zod';

export const alertsFile = join(projectRoot, 'infra/monitoring/prometheus/alerts.yml');

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      /** The evaluation interval if it differs from the others. */
      interval: z.string().optional(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^([A-Z][a-z]+)+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
export type RuleGroups = z.infer<typeof rulesSchema>;

/** The deployed alerts. */
export async function readRules(): Promise<RuleGroups> {
  return rulesSchema.parse(parse(await readFile(alertsFile, 'utf8')));
}

/** The length of a test's ranges: three scrapes. */
const testWindow = '6s';

/** The same alerts for tests: ranges of seconds, and no `for`. */
export function hurry({ groups }: RuleGroups): RuleGroups {
  return {
    groups: groups.map((group) => ({
      name: group.name,
      rules: group.rules.map(({ for: _lasting, expr, ...rule }) => ({ ...rule, expr: inWindow(expr) })),
    })),
  };
}

/** A query for tests. */
export function inWindow(expr: string): string {
  return expr.replaceAll(/\[(?:\d+[smhd])+\]/g, `[${testWindow}]`);
}

/** The names of the metrics that a query reads. */
export function metricsIn(expr: string): string[] {
  // safe because: it reads our own alert rules
  const withoutLabels = expr.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...new Set(withoutLabels.match(/\b(?:inlet|nodejs|process)_\w+|\bup\b/g) ?? [])];
}
