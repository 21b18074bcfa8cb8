/** JSON whose strings may hold placeholders, such as `{{email}}`. */
export type Template = string | number | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/** How a service reads text. What visitors wrote is escaped for it. */
export type Dialect = 'plain' | 'slack' | 'discord' | 'mattermost';

/** A value that the owner of a target gives, such as a URL or a token. */
export interface PresetField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** A person who knows it can act for the owner, so no screen and no log shows it. */
  readonly isSecret?: true;
  readonly isOptional?: true;
}

/** A service that deliveries go to, as data. docs/decisions/deliveries.md says what each part means. */
export interface Preset {
  readonly key: string;
  readonly title: string;
  /** Where the owner finds the values of the fields. */
  readonly help: string;
  readonly fields: readonly PresetField[];
  /** Made of the owner's values. A value `url` takes its place. */
  readonly url: string;
  /** Hosts that the service has. Another one is a mistake. */
  readonly hosts?: readonly string[];
  readonly method: 'POST' | 'PATCH';
  /** Made of the owner's values; one without its value is not sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Without a template the event itself is sent. */
  readonly body?: Template;
  readonly dialect: Dialect;
  /** Characters that the service takes in one text; more are cut. */
  readonly textMax?: number;
  /** Requests per second that the service takes from one target. */
  readonly perSecond?: number;
  /** What a successful answer has beside its status 2xx. */
  readonly success?: {
    /** The answer is a redirect to this host instead. */
    readonly redirectTo?: string;
    /** The answer is a JSON object with `ok: true`. */
    readonly isOk?: true;
    /** Words of an answer that failed in spite of its status. */
    readonly without?: string;
  };
  /** How a service says when to try again, where it is not by the header `Retry-After`. */
  readonly retryAfter?: {
    /** Names that lead to a number of seconds in the JSON of the answer. */
    readonly path?: readonly string[];
    /** Seconds, for a service that only documents them. */
    readonly seconds?: number;
  };
}
