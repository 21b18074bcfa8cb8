// Apart from the schemas: a page that needs a number only does not load them.

/** Largest page of submissions that the management API gives at once. */
export const submissionPageMax = 200;
/** Characters of a value that a list shows; the submission itself, read by its id, has all of them. */
export const listedValueMax = 2_000;
/** Submissions that one request can delete or mark by naming them. */
export const submissionsNamedMax = 1_000;
