import { escapeHtml } from '@inlet/contracts/text';
import { cut, type Part, weightOfPart } from '#submissions/mail-size.ts';
import type { Field } from '#submissions/read-fields.ts';
import type { MailedSubmission, View } from '#submissions/show-submission.ts';

/** Longest line, in characters; a budget that is too small for all of them makes all shorter. */
export const lineMax = 120;
const lineMin = 6;
const shorter = 0.9;

/** A line for each submission: when it came, and the fields by which a person knows it. */
export function listLines(view: View, submissions: readonly MailedSubmission[], budget: number): Part {
  const named = submissions.map(({ fields, createdAt }) => `${view.formatTime(createdAt)} ${summaryOf(fields)}`);
  for (let max = lineMax; ; max *= shorter) {
    // A mark would cost nine bytes of each line.
    const lines = named.map((line) => cut(line, Math.floor(max), ''));
    const part = { text: lines.join('\n'), html: `<p>${lines.map(escapeHtml).join('<br>\n')}</p>` };
    if (weightOfPart(part) <= budget || max < lineMin) return part;
  }
}

const ranks = [/e-?mail/i, /name/i];

function summaryOf(fields: readonly Field[] | null): string {
  if (!fields) return 'a large submission';
  const texts = fields
    .filter(({ text }) => text.trim() !== '')
    .map(({ name, text }) => ({ rank: rankOf(name), text: cut(text.replaceAll(/\s+/g, ' ').trim(), lineMax) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ text }) => text);
  return texts.join(', ') || 'no fields';
}

function rankOf(name: string): number {
  const rank = ranks.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? ranks.length : rank;
}
