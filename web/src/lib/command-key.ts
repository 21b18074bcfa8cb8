export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key of the command menu, as the reader's keyboard labels it. */
export const commandKey = isMac ? '⌘K' : 'Ctrl K';
