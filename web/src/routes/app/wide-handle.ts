/** The handle of routes that use the whole width of the window. */
export const wideHandle = 'wide';
