/** The terms, the privacy policy and the data processing agreement are changed together. */
export const lastChanged = 'November 23, 2026';
