import * as z from 'zod';
import { providerSchema } from '#account/identities.ts';

/** The configuration that the web app needs before anyone signs in. */
export const appConfigSchema = z
  .object({
    waitlistEndpointId: z.string().nullable().meta({
      description:
        'The endpoint of the form that collects the waitlist; null if there is none, as in an installation that takes no payments.',
    }),
    billing: z.enum(['on', 'off']).meta({ description: '`off` if this installation takes no payments.' }),
    supportEmail: z.string().nullable().meta({ description: 'The address of the operator; null if none is set.' }),
    signUp: z.enum(['open', 'invite']).meta({ description: '`invite` if new accounts need an invitation.' }),
    signInWith: z.array(providerSchema).meta({ description: 'The providers that sign people in.' }),
    passwords: z.boolean().meta({ description: '`false` if only providers sign people in.' }),
  })
  .meta({ id: 'AppConfig' });
export type AppConfig = z.infer<typeof appConfigSchema>;
