/** The integrations of a form. */
export const targetsKey = (formId: string) => ['targets', formId] as const;
export const targetKey = (targetId: string) => ['target', targetId] as const;
/** The log of a target. */
export const attemptsKey = (targetId: string) => ['attempts', targetId] as const;
