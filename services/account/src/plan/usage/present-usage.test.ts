import { usageSchema } from '@inlet/contracts/usage';
import { describe, expect, it } from 'vitest';
import { presentUsage } from '#plan/usage/present-usage.ts';
import { soldPlans } from '#plans.test-setup.ts';

const month = '2026-11';
const submissionsOfPro = (submissions: number) =>
  presentUsage(soldPlans, 'pro', month, { forms: 0, submissions, bytes: 0, storage: 0, imported: 0 });

describe('usage', () => {
  it('is told beside the limits of the plan', () => {
    const usage = presentUsage(soldPlans, 'starter', month, {
      forms: 2,
      submissions: 850,
      bytes: 123_456_789,
      storage: 999_999_999,
      imported: 9_995,
    });
    expect(usageSchema.strict().parse(usage)).toEqual({
      plan: 'starter',
      currentForms: 2,
      formLimit: 5,
      currentSubmissions: 850,
      submissionLimit: 1_000,
      currentBytes: 123_456_789,
      byteLimit: 1_000_000_000,
      currentStorage: 999_999_999,
      storageLimit: 1_000_000_000,
      currentImported: 9_995,
      importedLimit: 10_000,
      isFormLimitReached: false,
      isSubmissionLimitReached: false,
      isByteLimitReached: false,
      isStorageLimitReached: false,
      isImportedLimitReached: false,
      formUsagePercentage: 40,
      submissionUsagePercentage: 85,
      byteUsagePercentage: 12.3,
      storageUsagePercentage: 99.9,
      importedUsagePercentage: 99.9,
      refusedByLimit: null,
      periodStart: '2026-11-01T00:00:00.000Z',
      periodEnd: '2026-12-01T00:00:00.000Z',
    });
  });

  it.each([
    [null, 1, 100],
    ['free', 1, 100],
    ['no longer sold', 1, 100],
    ['pro', 20, 5_000],
    ['early_pro', 20, 5_000],
  ])('of the plan %j is held against %i forms and %i submissions', (plan, formLimit, submissionLimit) => {
    expect(
      presentUsage(soldPlans, plan, month, { forms: 0, submissions: 0, bytes: 0, storage: 0, imported: 0 }),
    ).toMatchObject({
      plan,
      formLimit,
      submissionLimit,
    });
  });

  it.each([
    [0, 0],
    [1, 0],
    [5, 0.1],
    [1_667, 33.3],
    [3_999, 79.9],
    [4_000, 80],
    [4_999, 99.9],
    [5_000, 100],
    [5_001, 100],
    [50_000, 100],
  ])('of %i in 5,000 is %d percent: never more than is reached, and never more than all', (used, percentage) => {
    const usage = submissionsOfPro(used);
    expect(usage.submissionUsagePercentage).toBe(percentage);
    expect(usage.isSubmissionLimitReached).toBe(used >= 5_000);
  });

  it.each([
    [999_999_000, 99.9, false],
    [999_999_001, 100, true],
    [2_000_000_000, 100, true],
  ])(
    'of %i bytes of 1 GB is %d percent: without room for an ordinary submission it is all',
    (bytes, percentage, isReached) => {
      const usage = presentUsage(soldPlans, 'starter', month, {
        forms: 0,
        submissions: 0,
        bytes,
        storage: 0,
        imported: 0,
      });
      expect(usage).toMatchObject({ byteUsagePercentage: percentage, isByteLimitReached: isReached });
    },
  );

  it('of files is all at the last byte, and none where the plan includes no files', () => {
    const usageOf = (plan: string | null, storage: number) =>
      presentUsage(soldPlans, plan, month, { forms: 0, submissions: 0, bytes: 0, storage, imported: 0 });
    expect(usageOf('pro', 10_000_000_000)).toMatchObject({ storageUsagePercentage: 100, isStorageLimitReached: true });
    expect(usageOf('pro', 9_999_999_999)).toMatchObject({ storageUsagePercentage: 99.9, isStorageLimitReached: false });
    expect(usageOf(null, 0)).toMatchObject({
      storageLimit: 0,
      storageUsagePercentage: 0,
      isStorageLimitReached: false,
    });
  });

  it('of an account on a smaller plan than before is all of it', () => {
    const usage = presentUsage(soldPlans, null, month, {
      forms: 12,
      submissions: 900,
      bytes: 0,
      storage: 0,
      imported: 0,
    });
    expect(usage).toMatchObject({ currentForms: 12, isFormLimitReached: true, formUsagePercentage: 100 });
  });

  it('ends with the year', () => {
    const usage = presentUsage(soldPlans, 'pro', '2026-12', {
      forms: 0,
      submissions: 0,
      bytes: 0,
      storage: 0,
      imported: 0,
    });
    expect(usage.periodEnd).toBe('2027-01-01T00:00:00.000Z');
  });
});
