import type { ComponentType } from 'react';

/** The handle of a tab of a form's page. */
export interface EarlyHandle {
  /** Asks for what the tab shows while the form is still on its way. */
  readonly Early?: ComponentType<{ readonly formId: string }>;
}
