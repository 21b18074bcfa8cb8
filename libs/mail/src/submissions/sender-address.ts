import { emailSchema } from '@inlet/contracts/sessions';
import type { Field } from '#submissions/read-fields.ts';

/** The address of a submission's sender: `_replyto`, or else the field `email`. Null without a valid one. */
export function senderAddress(replyTo: string | null, fields: readonly Field[]): string | null {
  const candidates = [replyTo, fields.find(({ name }) => /^e-?mail$/i.test(name.trim()))?.text];
  for (const candidate of candidates) {
    const { success, data } = emailSchema.safeParse(candidate ?? '');
    if (success) return data;
  }
  return null;
}
