/** Under which the use of the plan is kept: shown by one feature, moved by others. */
export const usageKey = ['usage'] as const;
