import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';

const monitoring = join(projectRoot, 'infra/monitoring');

/** Where the alerts are written, and where the operator of Prometheus in a cluster reads them. */
export const alertsFile = join(monitoring, 'prometheus/alerts.yml');
export const alertManifestFile = join(projectRoot, 'k8s/components/monitoring/alerts.yaml');
export const dashboardsFolder = join(monitoring, 'grafana/dashboards');
export const dashboardManifestFile = join(monitoring, 'kustomization.yaml');

/** The alerts as an object: kustomize cannot put a file into another one, so the text stands there a second time. */
export function alertManifest(alerts: string): string {
  const groups = alerts.trimEnd().replaceAll(/^(?=.)/gm, '  ');
  return `# Made from infra/monitoring/prometheus/alerts.yml by: node infra/proof/manifests/write-monitoring.ts
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: inlet
spec:
${groups}
`;
}

/** The dashboards as ConfigMaps, one for each: kustomize wants every file by its name. */
export function dashboardManifest(files: readonly string[]): string {
  const generators = files.toSorted().map(
    (file) => `  - name: dashboard-${file.replace(/\.json$/, '')}
    files: [grafana/dashboards/${file}]
    options: { disableNameSuffixHash: true, labels: { grafana_dashboard: "1" } }`,
  );
  return `# Made from what grafana/dashboards holds by: node infra/proof/manifests/write-monitoring.ts
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
configMapGenerator:${generators.length === 0 ? ' []' : `\n${generators.join('\n')}`}
`;
}
