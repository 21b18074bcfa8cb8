import { formatNumber } from '@inlet/contracts/counts';
import { retentionDaysMax, retentionDaysOffered } from '@inlet/contracts/form-retention';
import { ApiError } from '#lib/http.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

/** Retention as the screen keeps it. The days stay while retention is off. */
export interface RetentionDraft {
  readonly isOn: boolean;
  /** The days as typed. */
  readonly days: string;
}

export const offeredDays = [30, retentionDaysOffered, 180, 365] as const;

export function draftOf(days: number | null): RetentionDraft {
  return { isOn: days !== null, days: String(days ?? retentionDaysOffered) };
}

/** The days as they are sent; null if nothing is deleted, or if the text is not a valid number. */
export function daysOf({ isOn, days }: RetentionDraft): number | null {
  if (!isOn || !/^\d{1,9}$/.test(days.trim())) return null;
  const number = Number(days);
  return number >= 1 && number <= retentionDaysMax ? number : null;
}

export function checkDraft(draft: RetentionDraft): FieldErrors {
  return draft.isOn && daysOf(draft) === null ? { days: daysMessage } : {};
}

export function refusedFields(error: Error): FieldErrors {
  return error instanceof ApiError && error.issues.some(({ field }) => field === 'days') ? { days: daysMessage } : {};
}

const daysMessage = `Enter a number of days from 1 to ${formatNumber(retentionDaysMax)}`;
