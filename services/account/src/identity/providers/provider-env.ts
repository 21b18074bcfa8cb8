import * as z from 'zod';
import { isEveryTenant, isPublicIssuer } from '#identity/providers/public-issuers.ts';

/** A name in the domain name system, as it stands after the `@` of an address. */
const domain = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,62}\.)+[a-z][a-z\d-]{0,62}$/;
const loopback = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

const credential = (what: string) => z.string().min(1).max(1_000).optional().describe(what);

const issuerSchema = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  // A code and a secret travel there. On this machine nobody listens.
  .refine((text) => isEncrypted(text), 'must be an https address, unless the issuer is on this machine');

const domainsSchema = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(domain, 'must be domains, as in example.com,example.org')).max(100));

/** The settings of sign-in with existing identities. */
export const providerEnv = {
  OIDC_ISSUER: issuerSchema
    .optional()
    .describe(
      'The issuer of your own OpenID Connect provider, exactly as it names itself. Its people may sign in without an invitation.',
    ),
  OIDC_CLIENT_ID: credential('The client that your provider knows Inlet by.'),
  OIDC_CLIENT_SECRET: credential('The secret of this client.'),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .default('single sign-on')
    .describe('The name of your provider, on the button “Continue with …”.'),
  OIDC_DOMAINS: domainsSchema
    .default([])
    .describe(
      'The domains of addresses that your provider may sign in, with commas between them. Empty: all; an issuer where everybody can have an account, such as Google, needs them.',
    ),
  OIDC_DEFAULT_WORKSPACE: z
    .uuid('must be the id of a workspace')
    .optional()
    .describe('The workspace that new people of your provider join. Without it, each gets one of their own.'),
  OIDC_DEFAULT_ROLE: z
    .enum(['viewer', 'editor', 'admin'])
    .default('viewer')
    .describe('The role of new people in that workspace: `viewer`, `editor` or `admin`.'),
  OIDC_TRUST_EMAIL: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on`: your provider proves the addresses of its people, so it opens existing accounts with a verified address.',
    ),
  GOOGLE_CLIENT_ID: credential('The client of Google that signs people in.'),
  GOOGLE_CLIENT_SECRET: credential('The secret of this client.'),
  GITHUB_CLIENT_ID: credential('The OAuth app of GitHub that signs people in.'),
  GITHUB_CLIENT_SECRET: credential('The secret of this app.'),
  PASSWORDS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off`: only the providers sign people in; no password does.'),
};

export type ProviderEnv = z.output<z.ZodObject<typeof providerEnv>>;

/** Settings that work together only. */
const sets = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
] as const;

/** Refuses a provider with half of its settings, and an installation that nobody could sign in to. */
export function requireWholeProviders(config: ProviderEnv, context: z.RefinementCtx): void {
  const report = (name: keyof ProviderEnv, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const isSet = (name: keyof ProviderEnv) => config[name] !== undefined;
  for (const names of sets) {
    if (names.some(isSet)) for (const name of names) if (!isSet(name)) report(name, 'is missing');
  }
  const { OIDC_ISSUER = '', OIDC_DOMAINS } = config;
  if (isEveryTenant(OIDC_ISSUER)) {
    report('OIDC_ISSUER', 'must name one tenant, as in https://login.microsoftonline.com/TENANT_ID/v2.0');
  }
  if (isPublicIssuer(OIDC_ISSUER) && OIDC_DOMAINS.length === 0) {
    report('OIDC_ISSUER', 'needs OIDC_DOMAINS, because everybody in the world can have an account there');
  }
  if (isSet('OIDC_DEFAULT_WORKSPACE') && !isSet('OIDC_ISSUER')) report('OIDC_DEFAULT_WORKSPACE', 'needs OIDC_ISSUER');
  if (config.OIDC_TRUST_EMAIL === 'on' && !isSet('OIDC_ISSUER')) report('OIDC_TRUST_EMAIL', 'needs OIDC_ISSUER');
  if (config.PASSWORDS === 'off' && !sets.flat().some(isSet)) report('PASSWORDS', 'can only be off with a provider');
}

function isEncrypted(text: string): boolean {
  if (!URL.canParse(text)) return true; // The format is refused already.
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || loopback.test(hostname);
}
