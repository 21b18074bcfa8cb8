export type FormFields = Readonly<Record<string, unknown>>;

/** A submission as it is sent; without files it can be kept in the queue. */
export interface Submission {
  readonly endpoint: string;
  /** The same for all attempts, so that the service stores one. */
  readonly key: string;
  readonly body: string | FormData;
  /** The type of the body; a body with files brings its own. */
  readonly type?: string;
  readonly createdAt: number;
  /** The key belongs to a form, whose fields may be changed between two attempts. */
  readonly isFormKey?: boolean;
}

/** The submission of these fields; throws if the endpoint is no address, or the fields are no JSON. */
export function createSubmission(endpoint: string, data: FormData | FormFields, key = createKey()): Submission {
  const address = new URL(endpoint, globalThis.document?.baseURI).href;
  return { endpoint: address, key, createdAt: Date.now(), ...encode(data) };
}

/** 128 random bits. `randomUUID` is missing on pages without HTTPS. */
export function createKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** A form without files has the encoding that browsers use without a script. */
function encode(data: FormData | FormFields): Pick<Submission, 'body' | 'type'> {
  if (!(data instanceof FormData)) return { body: JSON.stringify(data), type: 'application/json' };
  const texts = new URLSearchParams();
  for (const [name, value] of data) {
    if (typeof value === 'string') texts.append(name, value);
    // An input without a chosen file has one of size 0 without a name.
    else if (value.size || value.name) return { body: data };
  }
  return { body: String(texts), type: 'application/x-www-form-urlencoded' };
}
