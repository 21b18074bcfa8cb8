/** The integrations of a form. */
export const targetsKey = (formId: string) => ['targets', formId] as const;
export const targetKey = (targetId: string) => ['target', targetId] as const;
/** The log of a target. */
export const attemptsKey = (targetId: string) => ['attempts', targetId] as const;
/** The secret of an integration that was just added. */
export const justAddedKey = (targetId: string) => ['just-added', targetId] as const;
