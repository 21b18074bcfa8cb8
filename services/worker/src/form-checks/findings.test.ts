import { findingsMax } from '@inlet/contracts/form-check';
import { recipientsMax } from '@inlet/contracts/notification-limits';
import { targetsMax } from '@inlet/contracts/targets';
import { expect, it } from 'vitest';
import { addOfPage, fault, note, notFinished, sortFindings } from '#form-checks/findings.ts';

it('what becomes of the test has room beside a page with many faults', () => {
  const many = [
    ...Array.from({ length: 100 }, (_, n) => note('field_missing', `Field ${n}`)),
    ...Array.from({ length: 100 }, (_, n) => fault('unknown_field', `Field ${n}`, '')),
  ];
  const findings = [note('redirected', 'The page is elsewhere')];
  addOfPage(findings, many);
  addOfPage(findings, [note('rule_broken', 'The page would be marked')]);
  const outcome = [
    ...Array.from({ length: recipientsMax }, (_, n) => note('mail_accepted', `Recipient ${n}`)),
    ...Array.from({ length: targetsMax }, (_, n) => note('integration_accepted', `Integration ${n}`)),
    notFinished,
  ];
  const sorted = sortFindings([...findings, ...outcome]);
  expect(sorted.length).toBeLessThanOrEqual(findingsMax);
  expect(sorted).toEqual(expect.arrayContaining(outcome));
  expect(sorted.filter(({ id }) => id === 'unknown_field').length).toBeGreaterThan(20);
  expect(sorted.some(({ id }) => id === 'field_missing')).toBe(false);
});
