import type { Submission } from '@inlet/contracts/submissions';

/** More than the widest row shows. */
const previewLength = 160;
const previews = new WeakMap<Submission, string>();

/** The beginning of a submission of any size, in one line. */
export function previewOf(submission: Submission): string {
  const known = previews.get(submission);
  if (known !== undefined) return known;
  let text = '';
  for (const value of Object.values(submission.data)) {
    const part = shortText(value);
    if (part !== '') text += text === '' ? part : ` · ${part}`;
    if (text.length >= previewLength) break;
  }
  const preview = text.slice(0, previewLength);
  previews.set(submission, preview);
  return preview;
}

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, previewLength).replace(/\s+/g, ' ').trim();
}
