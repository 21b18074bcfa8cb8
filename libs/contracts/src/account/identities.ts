import * as z from 'zod';

/** The providers that may sign people in: the operator's own issuer of OpenID Connect, Google and GitHub. */
export const providerIds = ['oidc', 'google', 'github'] as const;
export type ProviderId = (typeof providerIds)[number];

export function isProviderId(text: string): text is ProviderId {
  return (providerIds as readonly string[]).includes(text);
}

const providerIdSchema = z.enum(providerIds);

export const providerSchema = z
  .object({
    id: providerIdSchema.meta({ description: 'The provider in `GET /api/auth/oidc/:provider`.' }),
    name: z.string().meta({ description: 'For a button such as “Continue with Google”.' }),
  })
  .meta({ id: 'Provider' });
export type Provider = z.infer<typeof providerSchema>;

export const beginSignInSchema = z.object({
  invite: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The token of an invitation, where the person followed the link of one.' }),
  join: z.string().max(200).optional().meta({
    description: 'The token of an invitation to a workspace. The person who signs in becomes a member of it.',
  }),
});

export const identitySchema = z
  .object({
    id: z.string().meta({ description: 'Stands for the provider’s issuer.' }),
    provider: providerIdSchema
      .nullable()
      .meta({ description: 'Null for an issuer that this installation does not offer any more.' }),
    name: z.string().meta({ description: 'The name of the provider, or its issuer.' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof identitySchema>;

export const identityListSchema = z.object({ identities: z.array(identitySchema) }).meta({ id: 'IdentityList' });

export const linkIdentitySchema = z.object({ provider: providerIdSchema }).meta({ id: 'LinkIdentity' });

export const identityLinkSchema = z
  .object({
    url: z.url().meta({ description: 'The page of the provider. Open it in the browser that made this request.' }),
  })
  .meta({ id: 'IdentityLink' });
