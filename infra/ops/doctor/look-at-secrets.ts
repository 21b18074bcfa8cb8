import { secretSchema } from '@inlet/process/config';
import { type Finding, fault, orFine } from '#doctor/finding.ts';
import type { DoctorSettings } from '#doctor/settings.ts';

/** Secrets that our public files contain. */
const published = [/^(?:local-)+local$/, /^0123456789abcdef/, /^(.{1,4})\1+$/];
const next = 'docs/runbooks/rotating-secrets.md';

/** Secrets that the operator generates. */
const own = ['TOKEN_SECRET', 'INTERNAL_TOKEN', 'ENCRYPTION_KEYS'] as const;
const looked = [...own, 'STRIPE_WEBHOOK_SECRETS'] as const;

type Secrets = Readonly<Partial<Pick<DoctorSettings, (typeof looked)[number]>>>;

/** Checks that no secret is published, too short or used twice. */
export function lookAtSecrets(secrets: Secrets): Finding[] {
  const given = looked.flatMap((name) =>
    (secrets[name]?.split(',') ?? []).map((secret) => ({ name, secret: secret.trim() })),
  );
  if (given.length === 0) return [];
  const known = new Set(
    given.filter(({ secret }) => published.some((pattern) => pattern.test(secret))).map(({ name }) => name),
  );
  const tooShort = own.filter((name) =>
    given.some((each) => each.name === name && !secretSchema.safeParse(each.secret).success),
  );
  const shared = given.filter(({ name, secret }) => given.some((each) => each.secret === secret && each.name !== name));
  return orFine(
    [
      ...[...known].map((name) => fault(`${name} is one that everybody knows`, next)),
      ...tooShort.map((name) => fault(`${name} is too short`, `Make one with openssl rand -hex 32; ${next}`)),
      shared.length > 0 &&
        fault(
          `${[...new Set(shared.map(({ name }) => name))].join(' and ')} are the same`,
          `Give each its own; ${next}`,
        ),
    ],
    'No secret is one that everybody knows',
  );
}
