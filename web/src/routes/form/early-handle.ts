import type { ComponentType } from 'react';

/** The handle of a tab of a form's page. */
export interface EarlyHandle {
  /** Requests the tab's data while the form is still loading. */
  readonly Early?: ComponentType<{ readonly formId: string }>;
}
