import type { IPrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { ofKind } from '#manifests/kube-object.ts';
import type { Policy } from '#manifests/policies/policy.ts';

/** Every alert names a runbook that is there. */
export function alertPolicy(files: ReadonlySet<string>): Policy {
  return (objects) =>
    ofKind<IPrometheusRule>(objects, 'PrometheusRule').flatMap(({ spec }) =>
      (spec.groups ?? [])
        .flatMap(({ rules = [] }) => rules)
        .filter(({ annotations }) => !files.has(annotations?.runbook_url ?? ''))
        .map(({ alert, annotations }) => `${alert} has no runbook at ${annotations?.runbook_url ?? 'all'}`),
    );
}
