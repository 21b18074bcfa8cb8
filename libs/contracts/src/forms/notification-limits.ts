// Kept apart from the schemas, so that a page that needs only a number does not load them.

export const recipientsMax = 5;
/** Minutes between two mails of a form to the same recipient. */
export const mailEveryMinutes = 5;
