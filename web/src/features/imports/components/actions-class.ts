/** The buttons of a step: as wide as the page on a phone, in a row elsewhere. */
export const actionsClass = 'flex flex-col flex-wrap gap-2 sm:flex-row';
