import type { When } from '@inlet/contracts/routing/conditions';
import type { ComponentType } from 'react';

export interface WhenFieldProps {
  readonly formId: string;
  /** The question, such as `When to deliver`. */
  readonly legend: string;
  readonly value: When | null;
  readonly onChange: (value: When | null) => void;
  /** All messages of the settings, by place. */
  readonly errors: Readonly<Record<string, string>>;
  /** The place of the conditions in the settings, such as `autoReply.when`. */
  readonly place: string;
}

/** The choice of conditions, which a page hands to the settings that have some. */
export type WhenField = ComponentType<WhenFieldProps>;
