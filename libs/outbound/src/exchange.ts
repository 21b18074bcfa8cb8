/** A request to an address that a user named. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
}

/** An answer came, whatever it says. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: { readonly retryAfter?: string; readonly location?: string };
  /** The headers that say what the answer is, for the log. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** The first 64 kB: the verdict of some services is in it. */
  readonly body: string;
  /** The first 4 kB, for the log, as text that PostgreSQL can store. */
  readonly excerpt: string;
  readonly durationMs: number;
}

/** No answer came. */
export interface Failed {
  readonly kind: 'failed';
  /** A sentence for the owner of the target. */
  readonly error: string;
  readonly durationMs: number;
}

export interface Outbound {
  /** Sends one request. Follows no redirect, and throws only the signal's reason. */
  deliver(request: OutgoingRequest, signal: AbortSignal): Promise<Answered | Failed>;
  /** Ends every exchange. */
  close(): void;
}
