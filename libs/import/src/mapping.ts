/** The services whose exports are known. */
export const peers = ['inlet', 'formspree', 'netlify', 'basin', 'google_forms'] as const;
export type Peer = (typeof peers)[number];

export const peerNames: Readonly<Record<Peer, string>> = {
  inlet: 'Inlet',
  formspree: 'Formspree',
  netlify: 'Netlify Forms',
  basin: 'Basin',
  google_forms: 'Google Forms',
};

/** How a date like 03/04/2026 is meant. Dates that begin with the year need no order. */
export const dayOrders = ['month first', 'day first'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** A column, and the field that its values are stored in; null leaves it out. */
export interface FieldColumn {
  readonly column: string;
  readonly field: string | null;
}

/** What becomes of the columns of a file. */
export interface Mapping {
  /**
   * The fields of columns. A column that it does not name becomes a field of the same name, because rows of JSON may
   * have columns that the first ones lack.
   */
  readonly fields: readonly FieldColumn[];
  /** A column whose value is an object of fields, or its JSON. `fields` is then about that object alone. */
  readonly fieldsIn: string | null;
  /** The column with the time of each row; null for the time of the import. */
  readonly date: string | null;
  readonly dayOrder: DayOrder;
  /** The time zone of times that name none, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** The column with the website that a row was sent from. */
  readonly origin: string | null;
}

export interface SuggestedMapping extends Mapping {
  /** The service whose export this seems to be; null for any other file. */
  readonly peer: Peer | null;
}
