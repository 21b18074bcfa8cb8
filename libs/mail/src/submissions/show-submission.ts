import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { Labels } from '@inlet/contracts/labels';
import { escapeHtml } from '@inlet/contracts/text';
import { inLines } from '#render-mail.ts';
import { cut, type Part, weightOfPart } from '#submissions/mail-size.ts';
import type { Field } from '#submissions/read-fields.ts';

/** A submission in a mail. */
export interface MailedSubmission {
  readonly id: string;
  /** Null for a submission that is too large to be read for a line. */
  readonly fields: readonly Field[] | null;
  readonly createdAt: Date;
}

/** The way a mail presents submissions. */
export interface View {
  /** The address of a submission. */
  readonly linkTo: (id: string) => string;
  /** Date and time in the format of the account's owner. */
  readonly formatMoment: (at: Date) => string;
  /** The time alone. */
  readonly formatTime: (at: Date) => string;
  /** The fields that the form's owner chose as sender, subject and message. */
  readonly fieldRoles: FieldRoles | null;
  /** The names of fields for people. */
  readonly labels?: Labels;
}

/** The characters of a value and the number of fields; the first shape that fits is used. */
const shapes = [
  { valueMax: 20_000, fieldsMax: 200 },
  { valueMax: 2_000, fieldsMax: 200 },
  { valueMax: 500, fieldsMax: 100 },
  { valueMax: 100, fieldsMax: 40 },
  { valueMax: 60, fieldsMax: 12 },
] as const;
type Shape = (typeof shapes)[number];
const nameMax = 60;

/** The fields of a submission as a table; null if even the smallest table exceeds the budget. */
export function showFields(view: View, submission: MailedSubmission, budget: number): Part | null {
  if (!submission.fields) return null;
  for (const shape of shapes) {
    const part = inShape(view, submission, submission.fields, shape);
    if (weightOfPart(part) <= budget) return part;
  }
  return null;
}

/** The fields alone, in the first shape that fits, or else in the smallest one. */
export function showCopy(fields: readonly Field[], labels: Labels, budget: number): Part {
  let table: Part = { text: '', html: '' };
  for (const shape of shapes) {
    table = tableOf(fields, labels, shape, () => '…');
    if (weightOfPart(table) <= budget) break;
  }
  return table;
}

const tableStyle = 'margin:0 0 16px;border-collapse:collapse;width:100%;border-color:#888';

function inShape(view: View, { id, createdAt }: MailedSubmission, all: readonly Field[], shape: Shape): Part {
  const table = tableOf(all, view.labels, shape, (count) => `${count} more fields`);
  const link = view.linkTo(id);
  const at = view.formatMoment(createdAt);
  const heading = `<p style="margin:24px 0 8px"><a href="${escapeHtml(link)}" style="color:inherit"><b>${escapeHtml(at)}</b></a></p>`;
  return { text: [at, table.text, link].join('\n'), html: `${heading}\n${table.html}` };
}

function tableOf(
  all: readonly Field[],
  labels: Labels | undefined,
  shape: Shape,
  sayMissing: (count: number) => string,
): Part {
  const fields = all.slice(0, shape.fieldsMax).map(({ name, text }) => ({
    name: cut(labels?.get(name) ?? name, nameMax),
    text: cut(text.trim(), shape.valueMax),
  }));
  const missing = all.length - fields.length;
  const more = missing > 0 ? sayMissing(missing) : null;
  const rows = fields.map(
    ({ name, text }) =>
      `<tr valign="top"><th align="left">${escapeHtml(name)}</th><td style="word-break:break-word">${inLines(text)}</td></tr>`,
  );
  return {
    text: [
      // A value's line must never look like one of our own lines.
      ...fields.map(({ name, text }) => `${name.replaceAll('\n', ' ')}: ${text.replaceAll('\n', '\n  ')}`),
      ...(more ? [more] : []),
    ].join('\n'),
    html: [
      `<table cellpadding="8" rules="rows" frame="hsides" style="${tableStyle}">`,
      ...rows,
      '</table>',
      ...(more ? [`<p>${more}</p>`] : []),
    ].join('\n'),
  };
}
