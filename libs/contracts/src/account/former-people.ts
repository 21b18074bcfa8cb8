/** Shown for the address of a person who is deleted. */
export const formerMember = 'former member';

/** Shown for the address of an invitation that nobody joined by. */
export const formerInvitation = 'a withdrawn or used invitation';
