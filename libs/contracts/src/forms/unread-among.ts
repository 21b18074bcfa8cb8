// Kept apart from the schemas: the app's lists need only the number.

/** A list counts unread submissions among this many of each form's newest, so 200 forms read at most 20,000 rows. */
export const unreadAmong = 100;
