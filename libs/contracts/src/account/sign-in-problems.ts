/** Why a sign-in with a provider failed, for the person in front of the screen. */
export const signInProblems = {
  unknown_provider: 'This installation does not offer this way to sign in.',
  start_here: 'Choose here how to sign in.',
  expired: 'This sign-in took longer than ten minutes, or was used already. Start again.',
  other_browser: 'This sign-in was started in another browser. Start again here.',
  denied: 'The provider did not sign you in. Start again, or sign in another way.',
  provider_failed:
    'The provider did not respond, or its response is not valid. Please try again in a moment. If it stays like this, tell the operator.',
  no_email: 'The provider did not tell your email address, and an account needs one.',
  not_verified: 'The provider has not verified your email address. Verify it there, then try again.',
  domain_not_allowed: 'People with this email address may not sign in here. Choose another account at the provider.',
  invite_required: 'A new account needs an invitation, and there is none for your email address.',
  link_first:
    'An account with your email address exists already. Sign in to it as before, in this browser and within 30 minutes. From then on both ways open it. If you never had a password, choose one with “Forgot your password?” first.',
  ask_operator:
    'An account with your email address exists already, and it cannot be opened without a password here. Ask the operator to connect the two.',
  other_invitation:
    'This invitation is for another email address. Open its link again, and continue with the account that has that address.',
  invitation_over:
    'This invitation cannot be used any more. It was used or withdrawn, or it has expired. Ask for a new one.',
  identity_taken: 'This identity opens another account already. Remove it there first.',
  workspace_missing: 'The workspace for new people does not exist. Tell the operator.',
  too_many: 'Too many attempts. Please wait a moment and try again.',
  failed: 'The sign-in failed. Please try again in a moment.',
} as const;
export type SignInProblem = keyof typeof signInProblems;

/** The sentence for a problem that an address names. An address may name anything. */
export function problemSentence(name: string): string {
  return isProblem(name) ? signInProblems[name] : signInProblems.failed;
}

function isProblem(name: string): name is SignInProblem {
  return Object.hasOwn(signInProblems, name);
}
