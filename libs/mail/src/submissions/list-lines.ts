import { linesOf } from '@inlet/contracts/field-roles';
import { escapeHtml } from '@inlet/contracts/text';
import { cut, type Part, weightOfPart } from '#submissions/mail-size.ts';
import type { Field } from '#submissions/read-fields.ts';
import type { MailedSubmission, View } from '#submissions/show-submission.ts';

/** Longest line, in characters; a budget that is too small for all lines shortens every line. */
export const lineMax = 120;
const lineMin = 6;
const shorter = 0.9;

/** A line for each submission: its time, and the fields that identify it to a person. */
export function listLines(view: View, submissions: readonly MailedSubmission[], budget: number): Part {
  const named = submissions.map(({ fields, createdAt }) => `${view.formatTime(createdAt)} ${summaryOf(view, fields)}`);
  for (let max = lineMax; ; max *= shorter) {
    // A mark would cost nine bytes per line.
    const lines = named.map((line) => cut(line, Math.floor(max), ''));
    const part = { text: lines.join('\n'), html: `<p>${lines.map(escapeHtml).join('<br>\n')}</p>` };
    if (weightOfPart(part) <= budget || max < lineMin) return part;
  }
}

function summaryOf({ fieldRoles }: View, fields: readonly Field[] | null): string {
  if (!fields) return 'a large submission';
  const data = fields.map(({ name, text }) => [name, text] as const);
  return linesOf(data, fieldRoles).join(', ') || 'no fields';
}
