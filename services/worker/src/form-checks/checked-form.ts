import type { Rules } from '@inlet/contracts/rules';

/** What a page is compared with. */
export interface CheckedForm {
  readonly endpointId: string;
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly takesFiles: boolean;
  /** Null unless rules judge submissions. */
  readonly rules: Rules | null;
  /** Fields that a condition of a recipient or an integration looks at. */
  readonly routedFields: readonly string[];
  /** The hash of each version of our script, the newest last. */
  readonly scriptVersions: Readonly<Record<string, string>>;
}
