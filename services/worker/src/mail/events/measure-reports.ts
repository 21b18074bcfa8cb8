import { defineCounter, type Metrics } from '@inlet/observe/metrics';

type Source = 'smtp' | 'ses';
type Report = 'bounce' | 'complaint';

export interface MailReports {
  readonly note: (source: Source, report: Report, count?: number) => void;
}

/** Counts addresses that mail servers and providers report. Account counts the reports that it receives. */
export function measureReports(metrics: Metrics): MailReports {
  const about = 'Addresses that were reported as bounced, or whose owner complained';
  const reports = defineCounter(metrics, 'inlet_mail_reports_total', about, ['source', 'report']);
  // Counters start at zero, so that the first event of a kind shows as an increase.
  for (const source of ['smtp', 'ses']) {
    for (const report of ['bounce', 'complaint']) reports.inc({ source, report }, 0);
  }
  return { note: (source, report, count = 1) => reports.inc({ source, report }, count) };
}
