/** The query key of the usage: one feature shows it, others change it. */
export const usageKey = ['usage'] as const;
