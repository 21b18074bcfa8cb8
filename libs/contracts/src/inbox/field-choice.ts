import * as z from 'zod';
import { canBeStored } from '#text.ts';

/** `fieldNameMax`; its file would make the settings of a form, which load this one, too heavy. */
const nameMax = 200;
const field = z.string().max(nameMax).refine(canBeStored).nullable();

/** Which fields an owner chose for the sender, the subject and the message; null leaves the choice to Inlet. */
export const fieldRolesSchema = z.object({ name: field, subject: field, message: field }).meta({ id: 'FieldRoles' });
export type FieldRoles = z.infer<typeof fieldRolesSchema>;
