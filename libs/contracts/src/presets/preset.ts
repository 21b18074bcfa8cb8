/** JSON whose strings may contain placeholders, such as `{{email}}`. */
export type Template = string | number | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/** The markup of a service. Visitors' text is escaped for it. */
export type Dialect = 'plain' | 'slack' | 'discord' | 'mattermost';

/** A value that the target's owner provides, such as a URL or a token. */
export interface PresetField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** True for a value that would let others act for the owner, so that no screen or log shows it. */
  readonly isSecret?: true;
  readonly isOptional?: true;
}

/** A service that receives deliveries, as data. docs/decisions/deliveries.md explains each part. */
export interface Preset {
  readonly key: string;
  readonly title: string;
  /** Tells the owner where to find the values of the fields. */
  readonly help: string;
  readonly fields: readonly PresetField[];
  /** A template with the owner's values. A value named `url` replaces it. */
  readonly url: string;
  /** The service's hosts. Any other host is a mistake. */
  readonly hosts?: readonly string[];
  readonly method: 'POST' | 'PATCH';
  /** Headers with the owner's values; a header without its value is omitted. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Without a template, the event itself is sent. */
  readonly body?: Template;
  readonly dialect: Dialect;
  /** The longest text that the service accepts, in characters; longer ones are truncated. */
  readonly textMax?: number;
  /** The number of requests per second that the service accepts from one target. */
  readonly perSecond?: number;
  /** Conditions for a successful response besides a 2xx status. */
  readonly success?: {
    /** The response is a redirect to this host instead. */
    readonly redirectTo?: string;
    /** The response is a JSON object with `ok: true`. */
    readonly isOk?: true;
    /** Text that only occurs in a failed response, despite its status. */
    readonly without?: string;
  };
  /** How a service specifies when to retry, unless it uses the header `Retry-After`. */
  readonly retryAfter?: {
    /** The path to a number of seconds in the JSON of the response. */
    readonly path?: readonly string[];
    /** A fixed number of seconds, for a service that only documents it. */
    readonly seconds?: number;
  };
}
