/** Of the terms, the privacy policy and the data processing agreement, which are changed together. */
export const lastChanged = 'November 23, 2026';
