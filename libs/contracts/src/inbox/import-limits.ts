// Kept apart from the schemas, so that a page that needs only a number does not load them.

/** The most lines of one call that imports submissions. */
export const importLinesMax = 1_000;
/** The largest body of such a call, in bytes. */
export const importBytesMax = 5_000_000;
/** The longest line, in bytes: the largest body of a form's endpoint. */
export const importLineBytesMax = 1_000_000;
/** The most characters of the origin of an imported submission. */
export const importOriginMax = 300;
/** The most identical lines of a file that stay apart. */
export const importOccurrencesMax = 10_000_000;
