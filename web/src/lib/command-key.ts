export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key of the command menu, as its keyboard names it. */
export const commandKey = isMac ? '⌘K' : 'Ctrl K';
