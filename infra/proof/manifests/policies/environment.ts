import type { IContainer } from 'kubernetes-models/v1/Container';
import { judgeEnvironment, programOf } from '#manifests/judge-environment.ts';
import { type Policy, readData } from '#manifests/kube-object.ts';
import type { ProgramSettings } from '#manifests/program-settings.ts';
import { containersOf, serviceOf } from '#manifests/workloads.ts';

/** Secrets as an operator would create them. */
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

/** Every variable in a manifest is one that its program reads, and vice versa. */
export function environmentPolicy(programs: ReadonlyMap<string, ProgramSettings>): Policy {
  return function* (objects) {
    const data = readData(objects);
    for (const container of containersOf(objects)) {
      const service = serviceOf(container);
      if (service === undefined) continue;
      const title = `${container.title} (${container.name})`;
      const ports = (container.ports ?? []).map(({ containerPort }) => containerPort);
      const program = programOf(container.args);
      yield* judgeEnvironment({ title, service, program, env: environmentOf(container, data), ports }, programs);
    }
  };
}

function environmentOf({ env = [] }: IContainer, data: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value = '', valueFrom }) => {
      const { configMapKeyRef: map, secretKeyRef: secret } = valueFrom ?? {};
      if (map) return [name, data.get(`${map.name}/${map.key}`) ?? ''];
      if (secret) return [name, data.get(`${secret.name}/${secret.key}`) ?? sampleSecrets[secret.key] ?? ''];
      return [name, value];
    }),
  );
}
