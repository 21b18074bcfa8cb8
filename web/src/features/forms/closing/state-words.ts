import { formatNumber } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import { formatDateTime } from '#lib/dates.ts';

type Counted = Pick<Form, 'maxSubmissions' | 'countedSubmissions'>;

/** `57 of 100 submissions are taken.` */
function takenWords({ maxSubmissions, countedSubmissions }: Counted): string {
  return `${formatNumber(countedSubmissions ?? 0)} of ${formatNumber(maxSubmissions ?? 0)} submissions are taken.`;
}

/** Why a form takes nothing, and what makes it take submissions again. An open form has no title. */
export function closedWords(form: Pick<Form, 'state' | 'opensAt' | 'closesAt'> & Counted) {
  const { state, opensAt, closesAt } = form;
  if (state === 'open') return { title: '', text: takenWords(form), action: 'Change the number' };
  if (state === 'full') return { title: 'This form is full.', text: takenWords(form), action: 'Raise the number' };
  if (state === 'closed')
    return {
      title: 'This form is closed.',
      text: closesAt ? `It closed on ${formatDateTime(closesAt)}.` : '',
      action: 'Reopen the form',
    };
  return {
    title: 'This form is not open yet.',
    text: opensAt ? `It opens on ${formatDateTime(opensAt)}.` : '',
    action: 'Change the time',
  };
}
