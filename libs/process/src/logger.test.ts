import { recordSpans } from '@inlet/observe/recorded-spans';
import { expect, it } from 'vitest';
import { createLogger } from '#logger.ts';

it('writes one line of JSON with the service, the time and the data beside a constant message', () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'ingest', level: 'info' }, { write: (line) => lines.push(line) });
  logger.debug('too quiet');
  logger.info({ port: 8081 }, 'listening');
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ service: 'ingest', port: 8081, msg: 'listening' });
  expect(new Date(line.time).toISOString()).toBe(line.time);
});

it('logs what went wrong in an error, and nothing of the request', () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'ingest', level: 'info' }, { write: (line) => lines.push(line) });
  const refused = Object.assign(new Error('MISCONF'), { command: { name: 'evalsha', args: ['a visitor wrote this'] } });
  const row = Object.assign(new Error('duplicate key'), {
    code: '23505',
    table: 'users',
    detail: 'Key (email)=(secret)',
  });
  logger.warn({ err: new AggregateError([refused, row], 'both') }, 'failed');
  logger.warn({ err: refused }, 'failed');
  expect(lines.join('')).not.toMatch(/visitor|secret/);
  const [both, one] = lines.map((line) => JSON.parse(line).err);
  expect(one).toMatchObject({ type: 'Error', message: 'MISCONF', command: 'evalsha' });
  expect(both.aggregateErrors).toMatchObject([{ message: 'MISCONF' }, { code: '23505', table: 'users' }]);
});

it('marks the lines of the log with the span that is current', () => {
  const lines: string[] = [];
  const { tracing } = recordSpans();
  const logger = createLogger({ service: 'test', level: 'info', tracing }, { write: (line) => lines.push(line) });
  const span = tracing.start('work');
  tracing.within(span, () => logger.info('within'));
  logger.info('outside');
  const [within, outside] = lines.map((line) => JSON.parse(line));
  const { traceId, spanId } = span.spanContext();
  expect(within).toMatchObject({ trace_id: traceId, span_id: spanId });
  expect(outside).not.toHaveProperty('trace_id');
});
