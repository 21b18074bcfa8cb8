/** A submission as it is sent, and as it is kept. */
export interface Submission {
  readonly endpoint: string;
  /** The same for all attempts, so that the service stores one. */
  readonly key: string;
  /** The key belongs to a form, whose fields the visitor may change between two attempts. */
  readonly isFormKey?: boolean | undefined;
  /** Names and values of a form, an object as JSON, or a form with files. */
  readonly fields: readonly FieldEntry[] | string | FormData;
  readonly createdAt: number;
}

type FieldEntry = readonly [string, FormDataEntryValue];

/** 128 random bits. `randomUUID` is missing on pages without HTTPS. */
export function createKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
