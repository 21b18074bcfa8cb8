/** A request to a user-supplied address. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
  /** Bytes of the response that are read, if not the usual 64 kB. */
  readonly readBytesMax?: number;
}

/** A response arrived, whatever its status. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: { readonly retryAfter?: string; readonly location?: string };
  /** The headers that say what the answer is, for the log. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** The first 64 kB, or what the request asked for; some services put their result there. */
  readonly body: string;
  /** True if the rest of the body did not come: it is too long, or it broke off. */
  readonly cut?: 'long' | 'broken';
  /** The first 4 kB for the log, as text that PostgreSQL can store. */
  readonly excerpt: string;
  readonly durationMs: number;
}

/** No response arrived. */
export interface Failed {
  readonly kind: 'failed';
  /** A sentence for the target's owner. */
  readonly error: string;
  /** True if our rules refused the address. */
  readonly isRefused?: true;
  readonly durationMs: number;
}

export interface Outbound {
  /** Sends one request. It follows no redirect, and throws only the signal's reason. */
  deliver(request: OutgoingRequest, signal: AbortSignal): Promise<Answered | Failed>;
  /** Aborts every exchange. */
  close(): void;
}
