/**
 * Where the app notes that the person who is signed in has joined the waitlist: the service knows it some seconds later,
 * and of a verified address only.
 */
export const joinedWaitlistKey = ['joined-waitlist'] as const;
