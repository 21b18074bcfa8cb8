import type { SubmittedFile } from '@inlet/contracts/files';

/** The files of a submission as JSON text; null if it has none. */
export type FilesText = string | null;

/** Selects the files of a submission; `id` is its id in the outer query. */
export const filesColumn = (id: string) => `(
  select json_agg(json_build_array(id, field, name, type, size, state) order by position)::text
  from files where submission_id = ${id} and state <> 'deleting'
) as files`;

type Stored = readonly [
  id: string,
  field: string,
  name: string,
  type: string,
  size: number,
  state: SubmittedFile['state'],
];

/** The files in the API's format. Only available files have a link. */
export function presentFiles(text: FilesText, urlOf: (id: string) => string): SubmittedFile[] {
  if (text === null) return [];
  return (JSON.parse(text) as Stored[]).map(([id, field, name, type, size, state]) => {
    const url = state === 'available' ? urlOf(id) : null;
    return { id, field, name, type, size, state, url };
  });
}
