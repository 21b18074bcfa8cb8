import type { MentionPlace } from '@inlet/contracts/erasures';

/** Where an address is mentioned, without the text around it: that is read when the mention is shown. */
export interface MentionRef {
  readonly place: MentionPlace;
  readonly formId: string;
  /** The submission; for a recipient or a view its id; null for the form's own settings. */
  readonly key: string | null;
  /** The path of a field. */
  readonly path?: readonly string[];
  /** The place in the text, or in the list; -1 for the name of a field. */
  readonly at: number;
}
