import type { IContainer } from 'kubernetes-models/v1/Container';
import { judgeEnvironment, programOf } from '#manifests/judge-environment.ts';
import type { KubeObject, Policy } from '#manifests/kube-object.ts';
import { type ProgramSettings, readProgramSettings } from '#manifests/program-settings.ts';
import { everyContainer, workloadsOf } from '#manifests/workloads.ts';

const mainProgram = 'src/main.ts';
const taskPrograms = ['src/migrate.ts', 'src/seed.ts', 'src/await-schema.ts'];

/** Secrets as an operator would make them. */
const sampleSecrets: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://inlet:password@postgres:5432/inlet',
  ACCOUNT_DATABASE_URL: 'postgresql://inlet_account:password@postgres:5432/inlet',
  WORKER_DATABASE_URL: 'postgresql://inlet_worker:password@postgres:5432/inlet',
  REDIS_URL: 'redis://:password@redis:6379',
  INTERNAL_TOKEN: '0123456789abcdef0123456789abcdef',
  TOKEN_SECRET: '0123456789abcdef0123456789abcdef',
  ENCRYPTION_KEYS: '0123456789abcdef0123456789abcdef',
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789',
  SMTP_URL: 'smtps://user:password@mail.example.com',
};

/** Every variable that a manifest sets is one that the program reads, and the other way round. */
export async function environmentPolicy(services: readonly string[]): Promise<Policy> {
  const settings = new Map<string, ProgramSettings>();
  for (const service of services)
    settings.set(`${service} ${mainProgram}`, await readProgramSettings(service, mainProgram));
  for (const task of taskPrograms) settings.set(`account ${task}`, await readProgramSettings('account', task));
  return (objects) =>
    workloadsOf(objects).flatMap((workload) =>
      everyContainer(workload).flatMap((container) => {
        const service = /(?:^|\/)inlet\/([a-z]+):/.exec(container.image ?? '')?.[1];
        if (service === undefined) return [];
        const program = programOf(container.args);
        const known = settings.get(`${service} ${program}`);
        const title = `${workload.title} (${container.name})`;
        if (!known) return [`${title} runs ${program} of ${service}, which is no program`];
        const ports = (container.ports ?? []).map(({ containerPort }) => containerPort);
        return judgeEnvironment({ title, service, env: environmentOf(container, objects), ports }, known);
      }),
    );
}

function environmentOf({ env = [] }: IContainer, objects: readonly KubeObject[]): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => {
      const { configMapKeyRef: map, secretKeyRef: secret } = valueFrom ?? {};
      if (map) return [name, dataOf(objects, 'ConfigMap', map.name ?? '')[map.key] ?? ''];
      if (!secret) return [name, value ?? ''];
      const encoded = dataOf(objects, 'Secret', secret.name ?? '')[secret.key];
      return [
        name,
        encoded === undefined ? (sampleSecrets[secret.key] ?? '') : Buffer.from(encoded, 'base64').toString(),
      ];
    }),
  );
}

function dataOf(objects: readonly KubeObject[], kind: string, name: string): Readonly<Record<string, string>> {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  return (found?.data as Record<string, string> | undefined) ?? {};
}
