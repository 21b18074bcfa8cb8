/** The integrations of a form. */
export const targetsKey = (formId: string) => ['targets', formId] as const;
/** The log of a target. */
export const attemptsKey = (targetId: string) => ['attempts', targetId] as const;
