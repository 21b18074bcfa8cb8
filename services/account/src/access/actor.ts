/**
 * The account that an action is for, and its source. A handler creates it, so that the code it calls knows no request.
 */
export interface Actor {
  /** The account that is acted on. */
  readonly userId: string;
  /** The person that does it; null for a program and for Inlet itself. */
  readonly personId?: string | null;
  /** As the audit trail names it: `session`, `key: <its name>` or `system`. */
  readonly name: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}
