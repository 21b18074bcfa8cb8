import * as z from 'zod';

/** The keys of a form's remote checks, sealed in the database as one JSON text. */
export const spamSecretsSchema = z.object({
  captcha: z.string().optional(),
  akismet: z.object({ key: z.string(), site: z.string() }).optional(),
});
export type SpamSecrets = z.infer<typeof spamSecretsSchema>;

/** The context that these keys are sealed for. */
export function spamContext(formId: string): string {
  return `spam:${formId}`;
}
