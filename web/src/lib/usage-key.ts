/** The query key of the usage, which one feature shows and others change. */
export const usageKey = ['usage'] as const;

/** How soon an open page reports a reached limit, and the number of refusals since. */
export const usageRefreshMs = 5_000;
