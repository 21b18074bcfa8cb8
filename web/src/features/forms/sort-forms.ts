import type { Form } from '@inlet/contracts/forms';

export const formOrders = {
  newest: 'Newest',
  'last-submission': 'Last submission',
  submissions: 'Most submissions',
  name: 'Name',
} as const;
export type FormOrder = keyof typeof formOrders;

export function isFormOrder(text: string | null): text is FormOrder {
  return text !== null && Object.hasOwn(formOrders, text);
}

type Compare = (a: Form, b: Form) => number;

/** Equal forms keep their order, which is newest first. */
const compare: Record<Exclude<FormOrder, 'newest'>, Compare> = {
  'last-submission': (a, b) => timeOf(b) - timeOf(a),
  submissions: (a, b) => b.submissionCount - a.submissionCount,
  name: (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }),
};

export function sortForms(forms: readonly Form[], order: FormOrder): readonly Form[] {
  return order === 'newest' ? forms : forms.toSorted(compare[order]);
}

function timeOf({ lastSubmissionAt }: Form): number {
  return lastSubmissionAt === null ? 0 : Date.parse(lastSubmissionAt);
}
