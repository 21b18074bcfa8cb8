import { type Finding, fault, orFine } from '#doctor/finding.ts';

/** What stands in our files for everybody to read. */
const published = [/^(?:local-)+local$/, /^0123456789abcdef/, /^(.{1,4})\1+$/];
const next = 'docs/runbooks/rotating-secrets.md';

type Secrets = Readonly<Record<'TOKEN_SECRET' | 'INTERNAL_TOKEN' | 'STRIPE_WEBHOOK_SECRETS', string | undefined>>;

/** Whether somebody else can know our secrets. */
export function lookAtSecrets(secrets: Secrets): Finding[] {
  const given = Object.entries(secrets).flatMap(([name, value]) =>
    value === undefined ? [] : value.split(',').map((secret) => ({ name, secret: secret.trim() })),
  );
  if (given.length === 0) return [];
  const known = new Set(
    given.filter(({ secret }) => published.some((pattern) => pattern.test(secret))).map(({ name }) => name),
  );
  const shared = given.filter(({ name, secret }) => given.some((each) => each.secret === secret && each.name !== name));
  return orFine(
    [
      ...[...known].map((name) => fault(`${name} is one that everybody knows`, next)),
      shared.length > 0
        ? fault(
            `${[...new Set(shared.map(({ name }) => name))].join(' and ')} are the same`,
            `Give each its own; ${next}`,
          )
        : null,
    ],
    'No secret is one that everybody knows',
  );
}
