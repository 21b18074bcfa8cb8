import { isTheirs } from '#people/match-texts.ts';
import type { AddressMatcher } from '#people/matcher.ts';
import type { MentionRef } from '#people/mention-ref.ts';
import type { Run } from '#people/scan-submissions.ts';
import { lowestId } from '#range.ts';
import { unescapeJson } from '#unescape-json.ts';

/** Notes that are read at once; each may have ten thousand characters. */
const notesAtOnce = 500;

const notesSql = `
select submission_id as id, note, tags from submission_states
where form_id = $1 and (note is not null or tags <> '{}') and submission_id > $2
  and strpos(lower(coalesce(note, '') || array_to_string(tags, ' ')), coalesce($3, '@')) > 0
order by submission_id limit ${notesAtOnce}`;

const settingsSql = `
select 'recipient' as place, id::text as key, 0 as at, email as text from recipients
where form_id = $1 and removed_at is null
union all
select 'block_list', null, (place - 1)::int, word from spam_settings, unnest(block_list) with ordinality as listed(word, place)
where form_id = $1
union all
select 'view', id::text, 0, filter ->> 'q' from saved_views where form_id = $1`;

/** Each may have a megabyte. */
const setAsideAtOnce = 20;
const setAsideSql = `
select id, convert_from(payload, 'UTF8') as payload from dead_submissions where form_id = $1 and id > $2
order by id limit ${setAsideAtOnce}`;

interface SettingRow {
  readonly place: 'recipient' | 'block_list' | 'view';
  readonly key: string | null;
  readonly at: number;
  readonly text: string | null;
}

interface NoteRow {
  readonly id: string;
  readonly note: string | null;
  readonly tags: readonly string[];
}

/** Finds an address in the notes, tags and settings of a form: the owner wrote them and decides about them. */
export async function scanSettings(run: Run, formId: string, matcher: AddressMatcher): Promise<MentionRef[]> {
  const names = (text: string | null) =>
    text !== null && (matcher.isAddress(text) || matcher.positionsIn(text).length > 0);
  const refsOfNote = ({ id, note, tags }: NoteRow): MentionRef[] => {
    const places = note === null ? [] : matcher.isAddress(note) ? [0] : matcher.positionsIn(note);
    const tagged = tags.flatMap((tag, at) => (names(tag) ? [at] : []));
    return [
      ...places.map((at) => ({ place: 'note' as const, formId, key: id, at })),
      ...tagged.map((at) => ({ place: 'tag' as const, formId, key: id, at })),
    ];
  };
  const refs: MentionRef[] = [];
  let after: string | undefined = lowestId;
  while (after !== undefined) {
    const rows: NoteRow[] = await run<NoteRow>(notesSql, [formId, after, matcher.needle]);
    refs.push(...rows.flatMap(refsOfNote));
    after = rows.length === notesAtOnce ? rows.at(-1)?.id : undefined;
  }
  const settings = await run<SettingRow>(settingsSql, [formId]);
  const named = settings.filter(({ text }) => names(text));
  refs.push(...named.map(({ place, key, at }) => ({ place, formId, key, at })));
  refs.push(...(await scanSetAside(run, formId, matcher)));
  return refs;
}

/** Submissions that could not be stored, and that mention the address without belonging to the person. */
async function scanSetAside(run: Run, formId: string, matcher: AddressMatcher): Promise<MentionRef[]> {
  const refs: MentionRef[] = [];
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const from: string = after;
    const rows = await run<{ id: string; payload: string }>(setAsideSql, [formId, from]);
    for (const { id, payload } of rows) {
      const [at] = matcher.positionsIn(fieldsOf(payload));
      if (at !== undefined && !isTheirs(JSON.parse(payload), matcher)) {
        refs.push({ place: 'set_aside', formId, key: id, at });
      }
    }
    after = rows.length === setAsideAtOnce ? rows.at(-1)?.id : undefined;
  }
  return refs;
}

/** The fields of a set-aside submission, as text. */
export function fieldsOf(payload: string): string {
  const { json } = JSON.parse(payload) as { json: string };
  return unescapeJson(json);
}
