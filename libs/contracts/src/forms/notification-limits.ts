// Kept apart from the schemas, so that a page that needs only a number does not load them.

export const recipientsMax = 5;
/** Minutes between two mails of a form to the same recipient. */
export const mailEveryMinutes = 5;
/** Kinds of integrations that add a row for each submission. */
export const takesNoAlerts: readonly string[] = ['airtable', 'google-sheets', 'notion'];
