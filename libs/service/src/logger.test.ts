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
