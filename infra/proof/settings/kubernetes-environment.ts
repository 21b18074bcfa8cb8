import type { Service, Shapes } from '#settings/service-settings.ts';

const settingsMap = 'inlet-settings';

/** Settings that pods get from a Secret: its name, and the key if that is not the setting's name. */
const secrets: Readonly<
  Record<string, { readonly secret: string; readonly key?: string; readonly isOptional?: true }>
> = {
  'account DATABASE_URL': { secret: 'inlet-database', key: 'ACCOUNT_DATABASE_URL' },
  'worker DATABASE_URL': { secret: 'inlet-database', key: 'WORKER_DATABASE_URL' },
  REPLICA_DATABASE_URL: { secret: 'inlet-database', isOptional: true },
  REDIS_URL: { secret: 'inlet-redis' },
  INTERNAL_TOKEN: { secret: 'inlet-internal' },
  TOKEN_SECRET: { secret: 'inlet-tokens' },
  ENCRYPTION_KEYS: { secret: 'inlet-encryption' },
  FILES_KEY_ID: { secret: 'inlet-files', isOptional: true },
  FILES_KEY_SECRET: { secret: 'inlet-files', isOptional: true },
  SMTP_URL: { secret: 'inlet-mail' },
  DKIM_PRIVATE_KEY: { secret: 'inlet-mail', isOptional: true },
  MAIL_EVENTS_SECRET: { secret: 'inlet-mail', isOptional: true },
  OIDC_CLIENT_SECRET: { secret: 'inlet-providers', isOptional: true },
  GOOGLE_CLIENT_SECRET: { secret: 'inlet-providers', isOptional: true },
  GITHUB_CLIENT_SECRET: { secret: 'inlet-providers', isOptional: true },
  STRIPE_SECRET_KEY: { secret: 'inlet-stripe', isOptional: true },
  STRIPE_WEBHOOK_SECRETS: { secret: 'inlet-stripe', isOptional: true },
};

/** Settings with the same value in every cluster. */
const fixed: Readonly<Record<string, string>> = {
  HOST: '"::"',
  INGEST_URL: 'http://ingest',
  ACCOUNT_URL: 'http://account',
  WORKER_URL: 'http://worker',
  WEB_ROOT: '/app/web/dist',
  // Each delivery may occupy a thread while it resolves a host name.
  UV_THREADPOOL_SIZE: '"100"',
};

/** Settings that pods do not get. */
const leftOut = new Set([
  'PORT',
  'PROBE_PORT',
  'INLET_MODE',
  'RATE_LIMITS',
  'STRIPE_API_URL',
  'FILES_FOLDER',
  // Only the gateway calls account, with the internal token.
  'account TRUSTED_PROXIES',
]);

/** The source of a service's setting in a cluster; null if it is omitted. */
export function sourceOf(service: Service, name: string) {
  const own = `${service} ${name}`;
  if (leftOut.has(name) || leftOut.has(own)) return null;
  const value = fixed[own] ?? fixed[name];
  if (value !== undefined) return { kind: 'value' as const, value };
  const secret = secrets[own] ?? secrets[name];
  if (secret) return { kind: 'secret' as const, name: secret.secret, key: secret.key ?? name, ...secret };
  return { kind: 'map' as const, name: settingsMap };
}

/** The first line of a generated block: `env: # of account`. */
// safe because: it reads our own manifests
const blockStart = /^( +)env: # of (\w+)\n(?:\1 .*\n)*/gm;

/** Writes each environment of a manifest that is marked with the name of a service. */
export function writeEnvironments(manifest: string, shapes: Shapes): string {
  return manifest.replaceAll(blockStart, (_block, indent: string, service: Service) => {
    const names = [...Object.keys(shapes[service]), ...(service === 'worker' ? ['UV_THREADPOOL_SIZE'] : [])];
    const lines = names.flatMap((name) => environmentLines(service, name).map((line) => `${indent}  ${line}\n`));
    return `${indent}env: # of ${service}\n${lines.join('')}`;
  });
}

function environmentLines(service: Service, name: string): string[] {
  const source = sourceOf(service, name);
  if (!source) return [];
  if (source.kind === 'value') return [`- name: ${name}`, `  value: ${source.value}`];
  if (source.kind === 'map')
    return [`- name: ${name}`, `  valueFrom: { configMapKeyRef: { name: ${source.name}, key: ${name} } }`];
  const optional = source.isOptional ? ', optional: true' : '';
  return [`- name: ${name}`, `  valueFrom: { secretKeyRef: { name: ${source.name}, key: ${source.key}${optional} } }`];
}
