import { dashboardFiles } from '#manifests/dashboards.ts';
import { readProjectFile } from '#manifests/project-files.ts';

const command = 'node infra/proof/manifests/write-monitoring.ts';

/** The files that are generated from the alerts and dashboards of infra/monitoring, by path, with their content. */
export function monitoringFiles(): Record<string, string> {
  const dashboards = dashboardFiles();
  return {
    'k8s/components/monitoring/alerts.yaml': alertManifest(readProjectFile('infra/monitoring/prometheus/alerts.yml')),
    'infra/monitoring/kustomization.yaml': dashboardManifest(dashboards.map(({ file }) => file)),
    ...Object.fromEntries(dashboards.map(({ file, text }) => [`infra/monitoring/grafana/dashboards/${file}`, text])),
  };
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
export function dashboardManifest(files: readonly string[]): string {
  const generators = files.toSorted().map(
    (file) => `
  - name: dashboard-${file.replace('.json', '')}
    files: [grafana/dashboards/${file}]`,
  );
  return `# Generated from grafana/dashboards.yml by: ${command}
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
generatorOptions: { disableNameSuffixHash: true, labels: { grafana_dashboard: "1" } }
configMapGenerator:${generators.join('')}
`;
}
