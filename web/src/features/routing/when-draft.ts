import { type ConditionOp, conditionOps } from '@inlet/contracts/routing/condition-words';
import type { When } from '@inlet/contracts/routing/conditions';

/** A condition as it is typed. */
export interface ConditionDraft {
  /** Constant while it is edited. */
  readonly id: string;
  readonly field: string;
  readonly op: ConditionOp;
  readonly value: string;
}

export interface WhenDraft {
  readonly link: 'all' | 'any';
  readonly conditions: readonly ConditionDraft[];
}

export function newCondition(): ConditionDraft {
  return { id: crypto.randomUUID(), field: '', op: 'is', value: '' };
}

/** True if the condition can be said as a sentence. */
export function isComplete({ field, op, value }: ConditionDraft): boolean {
  return field.trim() !== '' && (!conditionOps[op].takesValue || value.trim() !== '');
}

export function draftOf({ all, any }: When): WhenDraft {
  const conditions = (all ?? any ?? []).map(({ field, op, value }) => ({
    ...newCondition(),
    ...{ field, op, value: String(value ?? '') },
  }));
  return { link: all ? 'all' : 'any', conditions };
}

export function whenOf({ link, conditions }: WhenDraft): When {
  const listed = conditions.map(({ field, op, value }) => ({
    field: field.trim(),
    op,
    ...(conditionOps[op].takesValue && { value }),
  }));
  return link === 'all' ? { all: listed } : { any: listed };
}

/** The comparisons in the words of a sentence. */
export const opChoices = (Object.keys(conditionOps) as ConditionOp[]).map((op) => ({
  op,
  label: conditionOps[op].holds,
}));
