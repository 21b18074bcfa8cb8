import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import type { Policy } from '#manifests/kube-object.ts';
import { imagePolicy, probePolicy, resourcePolicy, securityPolicy } from '#manifests/policies/containers.ts';
import { disruptionPolicy } from '#manifests/policies/disruption.ts';
import { environmentPolicy } from '#manifests/policies/environment.ts';
import { networkPolicy } from '#manifests/policies/network.ts';
import { portPolicy } from '#manifests/policies/ports.ts';
import { queuePolicy } from '#manifests/policies/queues.ts';
import { referencePolicy } from '#manifests/policies/references.ts';
import { releasePolicy } from '#manifests/policies/release.ts';
import { rolloutPolicy } from '#manifests/policies/rollout.ts';
import { scalingPolicy } from '#manifests/policies/scaling.ts';
import { selectorPolicy } from '#manifests/policies/selectors.ts';

export const services = ['ingest', 'account', 'worker', 'gateway'] as const;

/** Every rule about the manifests, by its name. */
export async function loadPolicies(): Promise<Readonly<Record<string, Policy>>> {
  const { version } = JSON.parse(readText('package.json'));
  return {
    disruption: disruptionPolicy,
    environment: await environmentPolicy(services),
    images: imagePolicy,
    network: networkPolicy,
    ports: portPolicy,
    probes: probePolicy,
    queues: queuePolicy,
    references: referencePolicy(readDocumentedSecrets(readText('docs/kubernetes.md'))),
    release: releasePolicy(version),
    resources: resourcePolicy,
    rollout: rolloutPolicy(readDrainSeconds()),
    scaling: scalingPolicy,
    security: securityPolicy,
    selectors: selectorPolicy,
  };
}

/** The secrets that an operator creates, from the documentation's table: `| \`name\` | \`KEY\`, \`KEY\` | ... |`. */
function readDocumentedSecrets(document: string): ReadonlySet<string> {
  const rows = [...document.matchAll(/^\| `([a-z-]+)` \| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)];
  return new Set(
    rows.flatMap(([, name, keys = '']) => [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => `${name}/${key}`)),
  );
}

/** The services' longest time from the signal to the exit. */
export function readDrainSeconds(): number {
  const found = /closeDeadlineMs = ([\d_]+);/.exec(readText('libs/service/src/run-service.ts'));
  if (!found?.[1]) throw new Error('The services no longer say how long they take to close');
  return Number(found[1].replaceAll('_', '')) / 1_000;
}

function readText(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
