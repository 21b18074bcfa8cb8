import { expect, it } from 'vitest';
import { lineForTerminal } from '#processes/log-line.ts';

const line = (entry: object) => lineForTerminal('ingest', JSON.stringify(entry));

it('shows an error with its cause in one readable line', () => {
  expect(line({ level: 50, msg: 'http: request failed', err: { message: 'queue away' } })).toBe(
    '[ingest] http: request failed: queue away',
  );
});

it('shows an error that names no cause', () => {
  expect(line({ level: 60, msg: 'service: start failed' })).toBe('[ingest] service: start failed');
});

it('keeps everything below an error to the log', () => {
  expect(line({ level: 40, msg: 'slow' })).toBeUndefined();
});

it.each(['Error: port taken', '{ not json', '{"no":"level"}', '[1]', 'null'])(
  'shows %j, which no logger wrote, as it is',
  (text) => {
    expect(lineForTerminal('ingest', text)).toBe(`[ingest] ${text}`);
  },
);

it('shows nothing for an empty line', () => {
  expect(lineForTerminal('ingest', '  ')).toBeUndefined();
});
