/** The refusals that follow from workspaces and their members. */
export const workspaceRefusals = {
  noWorkspace: {
    status: 403,
    code: 'no_workspace',
    message: 'You are in no workspace. Make one, or ask somebody to invite you.',
  },
  roleTooLow: {
    status: 403,
    code: 'role_too_low',
    message: (role: string) => `Your role in this workspace may not do this. It takes the role ${role}.`,
  },
  scopeMissing: {
    status: 403,
    code: 'scope_missing',
    message: (scope: string) => `This API key may not do this. It takes the scope ${scope}.`,
  },
  workspaceNotFound: { status: 404, code: 'workspace_not_found', message: 'Workspace not found' },
  lastOwner: {
    status: 409,
    code: 'last_owner',
    message: (names: string) =>
      names === ''
        ? 'A workspace needs an owner. Make somebody else an owner first.'
        : `Make somebody else an owner first of: ${names}`,
  },
  billingAddressRequired: {
    status: 409,
    code: 'billing_address_required',
    message: 'Enter an address for the bills in the settings of the workspace first.',
  },
  oneSpotPerPerson: {
    status: 409,
    code: 'one_spot_per_person',
    message: 'You have a spot of this plan in another workspace. Each person can have one.',
  },
  invitationNotFound: { status: 404, code: 'invitation_not_found', message: 'Invitation not found' },
  memberNotFound: { status: 404, code: 'member_not_found', message: 'Member not found' },
  alreadyMember: { status: 409, code: 'already_member', message: 'This person is a member already.' },
  workspaceLimitReached: {
    status: 403,
    code: 'workspace_limit_reached',
    message: (limit: number | 'N') =>
      `A person can own at most ${limit} ${limit === 1 ? 'workspace' : 'workspaces'} here.`,
  },
  invitationLimitReached: {
    status: 403,
    code: 'invitation_limit_reached',
    message: (limit: number | 'N') => `A workspace can have at most ${limit} members and open invitations.`,
  },
} as const;
