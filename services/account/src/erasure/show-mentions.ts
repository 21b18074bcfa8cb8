import type { Mention } from '@inlet/contracts/erasures';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { Queryable } from '@inlet/db/cancellable';
import { excerptOf, valueAt } from '@inlet/submissions/people/match-fields';
import type { MentionRef } from '@inlet/submissions/people/mention-ref';
import { fieldsOf } from '@inlet/submissions/people/scan-settings';
import {
  findBlocked,
  findMentioning,
  findPayload,
  findRecipient,
  findViewName,
  type MentioningRow,
  type NamedForm,
} from '#erasure/people.store.ts';

/** Submissions that are read at once: each may have a megabyte. */
const readAtOnce = 4;

/** Mentions with the surrounding text, if they still exist. */
export async function showMentions(
  pool: Queryable,
  forms: readonly NamedForm[],
  refs: readonly MentionRef[],
): Promise<Mention[]> {
  const names = new Map(forms.map(({ id, name }) => [id, name]));
  const ids = [...new Set(refs.flatMap(({ place, key }) => (isOfSubmission(place) && key ? [key] : [])))];
  const excerpts = new Map<MentionRef, string>();
  for (let first = 0; first < ids.length; first += readAtOnce) {
    for (const row of await findMentioning(pool, ids.slice(first, first + readAtOnce))) {
      for (const ref of refs) if (ref.key === row.id) noteExcerpt(excerpts, ref, textOf(row, ref));
    }
  }
  for (const ref of refs) if (!isOfSubmission(ref.place)) noteExcerpt(excerpts, ref, await settingOf(pool, ref));
  return refs.flatMap((ref) => {
    const { place, formId, key, path } = ref;
    const [formName, excerpt] = [names.get(formId), excerpts.get(ref)];
    if (formName === undefined || excerpt === undefined) return [];
    const submissionId = isOfSubmission(place) || place === 'set_aside' ? key : null;
    return [{ place, formId, formName, submissionId, field: path?.join('.') ?? null, excerpt }];
  });
}

const isOfSubmission = (place: Mention['place']) => ['field', 'note', 'tag'].includes(place);

function noteExcerpt(excerpts: Map<MentionRef, string>, ref: MentionRef, text: unknown): void {
  if (typeof text === 'string') excerpts.set(ref, excerptOf(text, Math.max(0, ref.at)));
}

function textOf({ data, note, tags }: MentioningRow, { place, path = [], at }: MentionRef): unknown {
  if (place === 'note') return note;
  if (place === 'tag') return tags[at];
  return at < 0 ? path.at(-1) : valueAt(parseVisitorJson(data), path);
}

async function settingOf(pool: Queryable, { place, key, formId, at }: MentionRef): Promise<string | null> {
  if (place === 'block_list') return findBlocked(pool, formId, at);
  if (place === 'set_aside') {
    const payload = await findPayload(pool, key ?? '');
    return payload && fieldsOf(payload);
  }
  return place === 'recipient' ? findRecipient(pool, key ?? '') : findViewName(pool, key ?? '');
}
