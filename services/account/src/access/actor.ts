/** On whose behalf something is done, and from where. A handler makes it; what the handler calls knows no request. */
export interface Actor {
  /** The account that it is done to. */
  readonly userId: string;
  /** As the audit trail names it: `session`, `key: <its name>` or `system`. */
  readonly name: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}
