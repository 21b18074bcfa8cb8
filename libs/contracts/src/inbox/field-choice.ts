import * as z from 'zod';
import { fieldNameMax } from '#inbox/submission-limits.ts';
import { canBeStored } from '#text.ts';

const fieldSchema = z
  .string({ error: 'Must be the name of a field, or null' })
  .max(fieldNameMax, 'No field has such a long name')
  .refine(canBeStored, 'No field has such a name')
  .nullable();

/** Which fields an owner chose for the sender, the subject and the message; null leaves the choice to Inlet. */
export const fieldRolesSchema = z.strictObject({ name: fieldSchema, subject: fieldSchema, message: fieldSchema }).meta({
  id: 'FieldRoles',
  description:
    'The fields that hold the sender’s name, the subject and the message, for titles, replies, mails and chats. With null, and in a submission without the field, Inlet chooses.',
});
export type FieldRoles = z.infer<typeof fieldRolesSchema>;

export const automaticRoles: FieldRoles = { name: null, subject: null, message: null };
