/** The buttons of a step: as wide as the page on a phone, in a row elsewhere. */
export const actionsClass = 'grid gap-2 sm:flex sm:flex-wrap';
