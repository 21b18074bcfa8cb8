// Apart from the schemas: the lists of the app need the number only.

/** A list counts unread submissions among so many of each form's newest, so 200 forms read 20,000 rows at the most. */
export const unreadAmong = 100;
