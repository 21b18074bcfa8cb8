/** The query key of the usage: one feature shows it, others change it. */
export const usageKey = ['usage'] as const;

/** How soon an open page says that a limit is reached, and what was refused since. */
export const usageRefreshMs = 5_000;
