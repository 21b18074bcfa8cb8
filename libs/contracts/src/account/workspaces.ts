import * as z from 'zod';
import { roles } from '#account/roles.ts';
import { emailSchema } from '#account/sessions.ts';
import { canBeStored } from '#text.ts';

/** Days that an invitation to a workspace lasts. */
export const workspaceInvitationDays = 7;
/** Members and open invitations of a workspace. */
export const membersMax = 200;
const nameMaxLength = 100;

const nameSchema = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  .max(nameMaxLength, `Name must have at most ${nameMaxLength} characters`)
  .refine(canBeStored, 'Name has a character that cannot be stored');
const roleSchema = z.enum(roles, { error: 'Role must be viewer, editor, admin or owner' });
const seenForms = {
  allForms: z.boolean().optional().meta({ description: 'False for a member that sees the forms in `formIds` alone.' }),
  formIds: z.array(z.uuid()).max(1_000).optional(),
};

export const createWorkspaceSchema = z.object({ name: nameSchema }).meta({ id: 'CreateWorkspace' });
export const updateWorkspaceSchema = z
  .object({
    name: nameSchema.optional(),
    billingEmail: emailSchema.nullable().optional().meta({ description: 'Where bills go.' }),
    requireSecondFactor: z
      .boolean()
      .optional()
      .meta({ description: 'True to have members without a second factor set one up first.' }),
  })
  .meta({ id: 'UpdateWorkspace' });
export const workspaceSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    role: roleSchema,
    plan: z.string().nullable(),
    isCurrent: z.boolean().meta({ description: 'True for the workspace of this request.' }),
    billingEmail: z.string().nullable(),
    requireSecondFactor: z.boolean(),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof workspaceSchema>;
export const workspaceListSchema = z.object({ workspaces: z.array(workspaceSchema) }).meta({ id: 'WorkspaceList' });

export const updateMemberSchema = z.object({ role: roleSchema.optional(), ...seenForms }).meta({ id: 'UpdateMember' });
export const removeMemberQuerySchema = z.object({
  keepKeys: z
    .stringbool()
    .default(false)
    .meta({ description: 'True to keep the API keys that the member made; otherwise they are revoked.' }),
});
export const inviteMemberSchema = z
  .object({ email: emailSchema, role: roleSchema, ...seenForms })
  .meta({ id: 'InviteMember' });
export const openInvitationSchema = z
  .object({ id: z.uuid(), email: z.string(), role: roleSchema, expiresAt: z.iso.datetime() })
  .meta({ id: 'WorkspaceInvitation' });
export type OpenInvitation = z.infer<typeof openInvitationSchema>;
export const memberSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: roleSchema,
    allForms: z.boolean(),
    formIds: z.array(z.uuid()),
    hasSecondFactor: z.boolean(),
    lastActiveAt: z.iso.datetime().nullable().meta({ description: 'The last day on which the member did something.' }),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof memberSchema>;
export const memberListSchema = z
  .object({ members: z.array(memberSchema), invitations: z.array(openInvitationSchema) })
  .meta({ id: 'MemberList' });
export type MemberList = z.infer<typeof memberListSchema>;
export const acceptWorkspaceSchema = z
  .object({ token: z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200) })
  .meta({ id: 'AcceptWorkspace' });
