import * as z from 'zod';

const textsSchema = z.record(z.string(), z.string());

/** The part of a target that is sealed in the database as one JSON text. */
export const targetSecretsSchema = z.object({
  url: z.string(),
  headers: textsSchema,
  /** The owner's values for the preset's fields. */
  settings: textsSchema,
  /** The secret that signs deliveries: `whsec_` and base64. */
  secret: z.string(),
  /** The previous secret, which also signs until the target's `old_secret_until`. */
  oldSecret: z.string().nullable(),
});
export type TargetSecrets = z.infer<typeof targetSecretsSchema>;

/** The context that a target's secrets are sealed for. */
export function targetContext(targetId: string): string {
  return `target:${targetId}`;
}
