// Apart from the schemas: a page that needs a number only does not load them.

/** Largest page of submissions that the management API gives at once. */
export const submissionPageMax = 200;
/** Characters of a value that a list shows; the submission itself, read by its id, has all of them. */
export const listedValueMax = 2_000;
/** Submissions that one request can delete or mark by naming them. */
export const submissionsNamedMax = 1_000;
/** Submissions of a view that a field can sort. The database sorts so many in a tenth of a second. */
export const sortedMax = 20_000;
/** Characters of a field's name that the endpoint takes. */
export const fieldNameMax = 200;
/** Bytes of one file. */
export const fileBytesMax = 25_000_000;
/** Files of one submission. */
export const filesMax = 10;
export const tagsMax = 20;
export const tagMaxLength = 50;
export const noteMaxLength = 10_000;
export const viewsMax = 20;
export const viewNameMaxLength = 50;
/** Columns that a form keeps. */
export const columnsMax = 200;
