/** A request to a user-supplied address. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
}

/** A response arrived, whatever its status. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: { readonly retryAfter?: string; readonly location?: string };
  /** The headers that say what the answer is, for the log. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** The first 64 kB; some services put their result there. */
  readonly body: string;
  /** The first 4 kB for the log, as text that PostgreSQL can store. */
  readonly excerpt: string;
  readonly durationMs: number;
}

/** No response arrived. */
export interface Failed {
  readonly kind: 'failed';
  /** A sentence for the target's owner. */
  readonly error: string;
  readonly durationMs: number;
}

export interface Outbound {
  /** Sends one request. It follows no redirect, and throws only the signal's reason. */
  deliver(request: OutgoingRequest, signal: AbortSignal): Promise<Answered | Failed>;
  /** Aborts every exchange. */
  close(): void;
}
