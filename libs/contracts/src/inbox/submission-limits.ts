// Kept apart from the schemas, so that a page that needs only a number does not load them.

/** The largest page of submissions in the management API. */
export const submissionPageMax = 200;
/** The most characters of a value in a list; the submission itself, read by its id, has all of them. */
export const listedValueMax = 2_000;
/** The most submissions that one request can delete or mark by their ids. */
export const submissionsNamedMax = 1_000;
/** The largest view that can be sorted by a field. The database sorts this many in a tenth of a second. */
export const sortedMax = 20_000;
/** The longest field name that the endpoint accepts, in characters. */
export const fieldNameMax = 200;
/** The size of one file, in bytes. */
export const fileBytesMax = 25_000_000;
/** The number of files in one submission. */
export const filesMax = 10;
export const tagsMax = 20;
export const tagMaxLength = 50;
export const noteMaxLength = 10_000;
export const viewsMax = 20;
export const viewNameMaxLength = 50;
/** The number of columns that a form keeps. */
export const columnsMax = 200;
