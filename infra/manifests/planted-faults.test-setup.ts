import type { JsonPatch } from '#manifests/json-patch.ts';

export const folders = [
  'k8s/overlays/local',
  'k8s/overlays/production',
  'infra/manifests/fixtures/with-ingress',
] as const;
export type Folder = (typeof folders)[number];

/** One thing that is wrong, and what the policy says of it. */
export interface Fault {
  readonly policy: string;
  /** Where it is planted; production, unless it needs what only another one has. */
  readonly folder?: Folder;
  /** The object that is changed, by its title; a ConfigMap without its hash. */
  readonly object: string;
  readonly patch: JsonPatch;
  readonly says: string;
}

const container = '/spec/template/spec/containers/0';
const withIngress = 'infra/manifests/fixtures/with-ingress';
const replace = (path: string, value: unknown) => ({ op: 'replace' as const, path, value });
const add = (path: string, value: unknown) => ({ op: 'add' as const, path, value });
const remove = (path: string) => ({ op: 'remove' as const, path });
const name = 'app.kubernetes.io~1name';

export const faults: readonly Fault[] = [
  {
    policy: 'selectors',
    object: 'Deployment/ingest',
    patch: [replace(`/spec/selector/matchLabels/${name}`, 'ingress')],
    says: 'Deployment/ingest does not select its own pods',
  },
  {
    policy: 'selectors',
    object: 'Service/gateway',
    patch: [replace(`/spec/selector/${name}`, 'gate')],
    says: 'Service/gateway selects app.kubernetes.io/name=gate, which no pod has',
  },
  {
    policy: 'selectors',
    object: 'PodMonitor/services',
    patch: [replace('/spec/selector/matchExpressions/0/values', ['ingest', 'acount'])],
    says: 'PodMonitor/services selects app.kubernetes.io/name=acount, which no pod has',
  },
  {
    policy: 'selectors',
    object: 'NetworkPolicy/into-account',
    patch: [replace('/spec/ingress/0/from/0/podSelector/matchExpressions/0/values/0', 'gatewy')],
    says: 'NetworkPolicy/into-account selects app.kubernetes.io/name=gatewy, which no pod has',
  },
  {
    policy: 'ports',
    object: 'Service/ingest',
    patch: [replace('/spec/ports/0/targetPort', 'htpp')],
    says: 'Service/ingest leads to port htpp, which its pods do not have',
  },
  {
    policy: 'ports',
    object: 'Deployment/gateway',
    patch: [replace(`${container}/readinessProbe/httpGet/port`, 'probe')],
    says: 'Deployment/gateway is probed at probe, which gateway does not have',
  },
  {
    policy: 'ports',
    object: 'HTTPRoute/inlet',
    patch: [replace('/spec/rules/0/backendRefs/0/port', 8081)],
    says: 'HTTPRoute/inlet leads to ingest:8081, which is no port of a service',
  },
  {
    policy: 'ports',
    folder: withIngress,
    object: 'Ingress/inlet',
    patch: [replace('/spec/rules/0/http/paths/0/backend/service/name', 'ingress')],
    says: 'Ingress/inlet leads to ingress:http, which is no port of a service',
  },
  {
    policy: 'ports',
    object: 'PodMonitor/gateway',
    patch: [replace('/spec/podMetricsEndpoints/0/port', 'metrics')],
    says: 'PodMonitor/gateway reads at port metrics, which not all of its pods have',
  },
  {
    policy: 'ports',
    object: 'NetworkPolicy/gateway-to-services',
    patch: [replace('/spec/egress/0/ports/0/port', 80)],
    says: 'NetworkPolicy/gateway-to-services opens port 80, which no pod behind it has',
  },
  {
    policy: 'ports',
    object: 'NetworkPolicy/into-ingest',
    patch: [replace('/spec/ingress/0/ports/0/port', 80)],
    says: 'NetworkPolicy/into-ingest opens port 80, which no pod behind it has',
  },
  {
    policy: 'references',
    object: 'Deployment/worker',
    patch: [replace(`${container}/env/0/valueFrom/secretKeyRef/key`, 'DATABASE')],
    says: 'Deployment/worker reads inlet-database/DATABASE, which is neither here nor on the list of secrets',
  },
  {
    policy: 'references',
    object: 'ConfigMap/inlet-settings',
    patch: [remove('/data/LOG_LEVEL')],
    says: 'LOG_LEVEL, which is neither here nor on the list of secrets',
  },
  {
    policy: 'references',
    object: 'TriggerAuthentication/redis',
    patch: [replace('/spec/secretTargetRef/0/key', 'ADDRESS')],
    says: 'TriggerAuthentication/redis reads inlet-redis/ADDRESS, which is neither here nor on the list of secrets',
  },
  {
    policy: 'disruption',
    object: 'PodDisruptionBudget/account',
    patch: [replace('/spec/selector/matchLabels', { 'app.kubernetes.io/part-of': 'inlet' })],
    says: 'PodDisruptionBudget/account is about 4 workloads',
  },
  {
    policy: 'disruption',
    object: 'PodDisruptionBudget/ingest',
    patch: [remove('/spec/maxUnavailable'), add('/spec/minAvailable', 2)],
    says: 'PodDisruptionBudget/ingest lets no pod of ingest go',
  },
  {
    policy: 'disruption',
    object: 'PodDisruptionBudget/worker',
    patch: [replace('/spec/maxUnavailable', 2)],
    says: 'PodDisruptionBudget/worker lets all 2 pods of worker go at once',
  },
  {
    policy: 'disruption',
    object: 'PodDisruptionBudget/gateway',
    patch: [replace('/spec/selector/matchLabels', { 'app.kubernetes.io/name': 'account' })],
    says: 'Deployment/gateway has several pods and no disruption budget',
  },
  {
    policy: 'scaling',
    object: 'HorizontalPodAutoscaler/ingest',
    patch: [replace('/spec/scaleTargetRef/name', 'worker')],
    says: 'HorizontalPodAutoscaler/ingest scales worker, which another one scales too',
  },
  {
    policy: 'scaling',
    object: 'ScaledObject/worker',
    patch: [replace('/spec/scaleTargetRef/name', 'wroker')],
    says: 'ScaledObject/worker scales wroker, which is no Deployment',
  },
  {
    policy: 'scaling',
    object: 'Deployment/worker',
    patch: [add('/spec/replicas', 2)],
    says: 'Deployment/worker sets a number that ScaledObject/worker changes',
  },
  {
    policy: 'scaling',
    object: 'ScaledObject/worker',
    patch: [replace('/spec/minReplicaCount', 0)],
    says: 'ScaledObject/worker lets worker fall to none',
  },
  {
    policy: 'scaling',
    object: 'HorizontalPodAutoscaler/gateway',
    patch: [replace('/spec/maxReplicas', 2)],
    says: 'HorizontalPodAutoscaler/gateway leaves gateway no room to grow',
  },
  {
    policy: 'scaling',
    object: 'Deployment/ingest',
    patch: [remove(`${container}/resources/requests/cpu`)],
    says: 'Deployment/ingest asks for no CPU to measure against',
  },
  {
    policy: 'resources',
    object: 'Deployment/account',
    patch: [remove('/spec/template/spec/initContainers/0/resources/limits/memory')],
    says: 'Deployment/account has no request or no limit of memory for await-schema',
  },
  {
    policy: 'probes',
    object: 'Deployment/worker',
    patch: [remove(`${container}/startupProbe`)],
    says: 'Deployment/worker has no startupProbe for worker',
  },
  {
    policy: 'probes',
    object: 'Deployment/ingest',
    patch: [replace(`${container}/livenessProbe/httpGet/path`, '/readyz')],
    says: "Deployment/ingest ends ingest for others' faults",
  },
  {
    policy: 'probes',
    folder: 'k8s/overlays/local',
    object: 'StatefulSet/postgres',
    patch: [replace(`${container}/startupProbe/failureThreshold`, 60)],
    says: 'StatefulSet/postgres ends postgres after 120 s of reading its own data',
  },
  {
    policy: 'images',
    object: 'Deployment/ingest',
    patch: [replace(`${container}/image`, 'inlet/ingest:latest')],
    says: 'Deployment/ingest runs inlet/ingest:latest, which does not name one version',
  },
  {
    policy: 'images',
    object: 'Deployment/ingest',
    patch: [replace(`${container}/image`, 'registry.example.com:5000/inlet/ingest')],
    says: 'Deployment/ingest runs registry.example.com:5000/inlet/ingest, which does not name one version',
  },
  {
    policy: 'release',
    object: 'Deployment/worker',
    patch: [replace('/spec/template/spec/initContainers/0/image', 'inlet/account:0.0.9')],
    says: 'Deployment/worker runs inlet/account:0.0.9',
  },
  {
    policy: 'release',
    object: 'Job/migrate-0.1.0',
    patch: [replace('/metadata/name', 'migrate')],
    says: 'Job/migrate is not called after release',
  },
  {
    policy: 'rollout',
    object: 'Deployment/worker',
    patch: [replace('/spec/template/spec/terminationGracePeriodSeconds', 30)],
    says: 'Deployment/worker is killed after 30 s and may need 30 s',
  },
  {
    policy: 'rollout',
    object: 'Deployment/gateway',
    patch: [replace('/spec/strategy/rollingUpdate/maxUnavailable', 1)],
    says: 'Deployment/gateway takes a pod away before its successor is there',
  },
  {
    policy: 'rollout',
    object: 'Deployment/gateway',
    patch: [remove(`${container}/lifecycle`)],
    says: 'Deployment/gateway gives load balancers no time to learn that a pod goes',
  },
  {
    policy: 'rollout',
    object: 'Deployment/account',
    patch: [remove('/spec/minReadySeconds')],
    says: 'Deployment/account counts a pod that just began as there',
  },
  {
    policy: 'rollout',
    object: 'Deployment/account',
    patch: [remove('/spec/template/spec/topologySpreadConstraints')],
    says: 'Deployment/account is not spread over nodes and zones',
  },
  {
    policy: 'security',
    object: 'Deployment/ingest',
    patch: [replace(`${container}/securityContext/readOnlyRootFilesystem`, false)],
    says: 'Deployment/ingest lets ingest write to its own files',
  },
  {
    policy: 'security',
    object: 'Job/migrate-0.1.0',
    patch: [remove('/spec/template/spec/securityContext/runAsUser')],
    says: 'Job/migrate-0.1.0 may run as root',
  },
  {
    policy: 'security',
    object: 'Deployment/worker',
    patch: [remove(`${container}/securityContext/capabilities`)],
    says: 'Deployment/worker leaves worker capabilities',
  },
  {
    policy: 'security',
    object: 'Deployment/worker',
    patch: [remove('/spec/template/spec/automountServiceAccountToken')],
    says: 'Deployment/worker gets a token of the cluster',
  },
  {
    policy: 'network',
    object: 'NetworkPolicy/closed',
    patch: [replace('/spec/policyTypes', ['Ingress'])],
    says: 'No NetworkPolicy closes the namespace both ways',
  },
  {
    policy: 'network',
    object: 'NetworkPolicy/worker-to-mail-server',
    patch: [replace('/spec/egress/0/to/0/ipBlock/except', ['10.0.0.0/8'])],
    says: 'NetworkPolicy/worker-to-mail-server opens private addresses with the public ones',
  },
  {
    policy: 'network',
    object: 'NetworkPolicy/into-ingest',
    patch: [remove('/spec/ingress/0/from')],
    says: 'NetworkPolicy/into-ingest opens a way to everybody',
  },
  {
    policy: 'network',
    object: 'NetworkPolicy/to-redis',
    patch: [remove('/spec/egress/0/ports')],
    says: 'NetworkPolicy/to-redis opens every port',
  },
  {
    policy: 'queues',
    object: 'ScaledObject/worker',
    patch: [replace('/spec/triggers/0/metadata/listName', 'submissions')],
    says: 'ScaledObject/worker looks at submissions, which is no queue',
  },
  {
    policy: 'queues',
    object: 'ScaledObject/worker',
    patch: [remove('/spec/triggers/1')],
    says: 'ScaledObject/worker does not look at {inlet}:mail:wait',
  },
  {
    policy: 'queues',
    object: 'ConfigMap/inlet-settings',
    patch: [replace('/data/REDIS_PREFIX', 'forms')],
    says: 'ScaledObject/worker does not look at {forms}:submissions:wait',
  },
  {
    policy: 'alerts',
    object: 'PrometheusRule/inlet',
    patch: [replace('/spec/groups/0/rules/0/annotations/runbook_url', 'docs/runbooks/nowhere.md')],
    says: 'has no runbook at docs/runbooks/nowhere.md',
  },
  {
    policy: 'environment',
    object: 'Deployment/ingest',
    patch: [add(`${container}/env/-`, { name: 'REDIS_HOST', value: 'redis' })],
    says: 'Deployment/ingest (ingest) sets REDIS_HOST, which nothing reads',
  },
  {
    policy: 'environment',
    object: 'Deployment/account',
    patch: [remove(`${container}/env/0`)],
    says: 'Deployment/account (account) does not set DATABASE_URL, which it needs',
  },
  {
    policy: 'environment',
    object: 'ConfigMap/inlet-settings',
    patch: [replace('/data/SIGN_UP', 'closed')],
    says: 'Deployment/account (account) would not begin',
  },
  {
    policy: 'environment',
    folder: 'k8s/overlays/local',
    object: 'Secret/inlet-mail',
    patch: [replace('/data/SMTP_URL', Buffer.from('mail:1025').toString('base64'))],
    says: 'Deployment/worker (worker) would not begin',
  },
  {
    policy: 'environment',
    object: 'Deployment/worker',
    patch: [replace(`${container}/ports/0/containerPort`, 8080)],
    says: 'Deployment/worker (worker) opens 8080, where nothing listens',
  },
  {
    policy: 'environment',
    object: 'Job/migrate-0.1.0',
    patch: [replace('/spec/template/spec/initContainers/0/args', ['src/migrations.ts'])],
    says: 'runs src/migrations.ts of account, which is no program',
  },
];
