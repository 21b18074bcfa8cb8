import * as z from 'zod';
import { canBeStored } from '#text.ts';

/** The same as `fieldNameMax`; importing its file would make the form settings, which load this one, too heavy. */
const nameMax = 200;
const field = z.string().max(nameMax).refine(canBeStored).nullable();

/** The fields that an owner chose as sender, subject and message; null means automatic. */
export const fieldRolesSchema = z.object({ name: field, subject: field, message: field }).meta({ id: 'FieldRoles' });
export type FieldRoles = z.infer<typeof fieldRolesSchema>;
