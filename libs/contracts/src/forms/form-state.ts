// Kept apart from the schemas: pages of the app need only the names and numbers.

export const closedMessageMax = 500;
/** The largest number of submissions after which a form closes. */
export const maxSubmissionsMax = 10_000_000;

/** Whether a form takes submissions by its dates and its number. */
export const formStates = ['open', 'not_open_yet', 'closed', 'full'] as const;
export type FormState = (typeof formStates)[number];

/** What decides the state. Null stands for no limit. */
export interface FormLimits {
  readonly opensAtMs: number | null;
  readonly closesAtMs: number | null;
  readonly maxSubmissions: number | null;
}

/** The state at a time. `counted` is the number of submissions that count towards the maximum. */
export function formStateOf(limits: FormLimits, counted: number, nowMs: number): FormState {
  const { opensAtMs, closesAtMs, maxSubmissions } = limits;
  if (opensAtMs !== null && nowMs < opensAtMs) return 'not_open_yet';
  if (closesAtMs !== null && nowMs >= closesAtMs) return 'closed';
  return maxSubmissions !== null && counted >= maxSubmissions ? 'full' : 'open';
}
