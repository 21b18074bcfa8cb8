import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { parse } from 'yaml';
import { type Dashboard, dashboardJson } from '#manifests/dashboards.ts';

const command = 'node infra/proof/manifests/write-monitoring.ts';

/** The files that are generated from the alerts and dashboards of infra/monitoring, by path, with their content. */
export function monitoringFiles(): Record<string, string> {
  const dashboards: Record<string, Dashboard> = parse(read('infra/monitoring/grafana/dashboards.yml'));
  const files = Object.entries(dashboards).map(([uid, dashboard]) => [
    `infra/monitoring/grafana/dashboards/${uid}.json`,
    dashboardJson(uid, dashboard),
  ]);
  return {
    'k8s/components/monitoring/alerts.yaml': alertManifest(read('infra/monitoring/prometheus/alerts.yml')),
    'infra/monitoring/kustomization.yaml': dashboardManifest(Object.keys(dashboards)),
    ...Object.fromEntries(files),
  };
}

interface DashboardFile {
  readonly file: string;
  readonly panels: readonly {
    readonly title: string;
    readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

/** The dashboards as Grafana reads them. */
export function dashboardFiles(): DashboardFile[] {
  return Object.entries(monitoringFiles())
    .filter(([path]) => path.endsWith('.json'))
    .map(([path, text]) => ({ file: basename(path), ...JSON.parse(text) }));
}

/** The alerts as an object. Kustomize cannot put a file into another, so this file repeats the text. */
export function alertManifest(alerts: string): string {
  const groups = alerts.trimEnd().replaceAll(/^(?=.)/gm, '  ');
  return `# Generated from infra/monitoring/prometheus/alerts.yml by: ${command}
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: inlet
spec:
${groups}
`;
}

/** A ConfigMap for each dashboard. Kustomize wants every file by its name. */
export function dashboardManifest(uids: readonly string[]): string {
  const generators = uids.toSorted().map(
    (uid) => `
  - name: dashboard-${uid}
    files: [grafana/dashboards/${uid}.json]
    options: { disableNameSuffixHash: true, labels: { grafana_dashboard: "1" } }`,
  );
  return `# Generated from grafana/dashboards.yml by: ${command}
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
configMapGenerator:${generators.join('')}
`;
}

function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
