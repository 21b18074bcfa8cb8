import { ordinaryBytes, type Usage } from '@inlet/contracts/usage';
import { monthAfter } from '@inlet/submissions/months';
import type { Plans } from '#plan/plans.ts';

export interface UsageCounts {
  readonly forms: number;
  readonly submissions: number;
  readonly bytes: number;
  readonly storage: number;
  readonly imported: number;
}

/** An account's usage of its plan in a month. */
export function presentUsage(
  plans: Plans,
  plan: string | null,
  month: string,
  { forms, submissions, bytes, storage, imported }: UsageCounts,
): Usage {
  const limits = plans.limitsOf(plan);
  const isByteLimitReached = bytes + ordinaryBytes > limits.bytesPerMonth;
  return {
    plan: plans.nameOf(plan),
    currentForms: forms,
    formLimit: limits.forms,
    currentSubmissions: submissions,
    submissionLimit: limits.submissionsPerMonth,
    currentBytes: bytes,
    byteLimit: limits.bytesPerMonth,
    currentStorage: storage,
    storageLimit: limits.storageBytes,
    currentImported: imported,
    importedLimit: limits.importedRows,
    isFormLimitReached: forms >= limits.forms,
    isSubmissionLimitReached: submissions >= limits.submissionsPerMonth,
    isByteLimitReached,
    isStorageLimitReached: storage >= limits.storageBytes && limits.storageBytes > 0,
    isImportedLimitReached: imported >= limits.importedRows,
    formUsagePercentage: percentageOf(forms, limits.forms),
    submissionUsagePercentage: percentageOf(submissions, limits.submissionsPerMonth),
    byteUsagePercentage: isByteLimitReached ? 100 : percentageOf(bytes, limits.bytesPerMonth),
    storageUsagePercentage: limits.storageBytes === 0 ? 0 : percentageOf(storage, limits.storageBytes),
    importedUsagePercentage: percentageOf(imported, limits.importedRows),
    refusedByLimit: null,
    periodStart: startOf(month),
    periodEnd: startOf(monthAfter(month)),
  };
}

/**
 * At most 100, which is a full bar, although an account with a smaller plan than before may exceed it. Truncated after
 * one decimal instead of rounded, so that 80 and 100 are not shown before they are reached.
 */
function percentageOf(used: number, limit: number): number {
  return Math.min(100, Math.floor((used * 1_000) / limit) / 10);
}

function startOf(month: string): string {
  return `${month}-01T00:00:00.000Z`;
}
