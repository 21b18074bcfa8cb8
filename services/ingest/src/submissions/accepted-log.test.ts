import type { Candidate } from '@inlet/endpoint/candidate';
import { createLogger } from '@inlet/process/logger';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAcceptedLog } from '#submissions/accepted-log.ts';
import type { Outcome } from '#submissions/batcher.ts';

const lines: Record<string, unknown>[] = [];
const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  lines.length = 0;
});

const formId = crypto.randomUUID();
let count = 0;
function candidate(): Candidate {
  count += 1;
  return {
    submission: buildAcceptedSubmission({ formId }),
    endpointId: 'endpoint0001',
    lane: 0,
    limits: { submissions: 1, bytes: 1_000_000 },
    claim: null,
    requestId: `request-${count}`,
  };
}
const some = (length: number) => Array.from({ length }, candidate);
const stored = (batch: readonly Candidate[]): Outcome[] => batch.map(() => 'stored');
const pairs = (batch: readonly Candidate[]) =>
  batch.map(({ requestId, submission: { id } }) => ({ requestId, submissionId: id }));

describe('the line of an accepted batch', () => {
  it('names the submission of a single request', () => {
    const log = createAcceptedLog(logger);
    const batch = some(1);
    log.note(batch, stored(batch));
    expect(lines).toEqual([
      expect.objectContaining({ level: 30, msg: 'submissions: accepted', count: 1, accepted: pairs(batch) }),
    ]);
  });

  it('leaves out what was not stored, and is not written where nothing was', () => {
    const log = createAcceptedLog(logger);
    const batch = some(3);
    log.note(batch, ['over limit', 'stored', 'uncounted']);
    log.note(batch, ['over limit', 'over limit', 'uncertain']);
    expect(lines).toMatchObject([{ count: 1, accepted: pairs(batch.slice(1, 2)) }]);
  });

  it('holds nothing that a visitor wrote', () => {
    const log = createAcceptedLog(logger);
    const submission = buildAcceptedSubmission({
      formId,
      json: '{"a":"canary"}',
      userAgent: 'canary',
      replyTo: 'canary@x.example',
    });
    log.note([{ ...candidate(), submission }], ['stored']);
    expect(JSON.stringify(lines)).not.toContain('canary');
  });
});

describe('under load', () => {
  const limits = { idsPerLine: 3, idsPerSecond: 5 };

  it('a second has a limited number of ids, and one more line with the number that was left out', () => {
    const log = createAcceptedLog(logger, limits);
    const batches = [some(4), some(4), some(4)];
    for (const batch of batches) log.note(batch, stored(batch));
    expect(lines.map(({ count: of, accepted }) => [of, (accepted as object[]).length])).toEqual([
      [4, 3],
      [4, 2],
    ]);
    vi.advanceTimersByTime(1_000);
    expect(lines.slice(2)).toMatchObject([{ msg: 'submissions: more accepted', count: 7 }]);
  });

  it('the next second begins anew', () => {
    const log = createAcceptedLog(logger, limits);
    for (let second = 0; second < 3; second += 1) {
      const batch = some(3);
      log.note(batch, stored(batch));
      vi.advanceTimersByTime(1_000);
      expect(lines.at(-1)).toMatchObject({ count: 3, accepted: pairs(batch) });
    }
    expect(lines).toHaveLength(3);
  });

  it('the number left out is written at the end as well', () => {
    const log = createAcceptedLog(logger, limits);
    const batch = some(4);
    log.note(batch, stored(batch));
    log.flush();
    expect(lines.at(-1)).toMatchObject({ msg: 'submissions: more accepted', count: 1 });
  });
});
