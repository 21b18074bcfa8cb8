// Apart from the schemas: a page that needs a number only does not load them.

export const recipientsMax = 5;
/** Minutes between two mails of a form to the same recipient. */
export const mailEveryMinutes = 5;
