import type { MentionPlace } from '@inlet/contracts/erasures';

/** A mention of an address without the surrounding text, which is read when the mention is shown. */
export interface MentionRef {
  readonly place: MentionPlace;
  readonly formId: string;
  /** The id of the submission, recipient or view; null for the form's own settings. */
  readonly key: string | null;
  /** The path of a field. */
  readonly path?: readonly string[];
  /** The position in the text or list; -1 for the name of a field. */
  readonly at: number;
}
