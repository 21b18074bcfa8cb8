import { describe, expect, it } from 'vitest';
import { type Load, numberMark, wrkScript } from '#load/wrk-script.ts';

const load: Load = {
  target: 'http://127.0.0.1:8081',
  requests: { paths: ['/api/forms/a'], bodies: ['{"a":1}'], headers: { origin: 'https://www.example.com' } },
  connections: 256,
  seconds: 10,
};

describe('wrkScript', () => {
  it('sends several requests in turn', () => {
    const script = wrkScript({
      ...load,
      requests: { ...load.requests, paths: ['/a', '/b', '/c'], bodies: ['1', '2'] },
    });
    expect(script).toContain(`wrk.method = 'POST'`);
    expect(script).toContain(`wrk.headers = { ['origin'] = 'https://www.example.com' }`);
    expect(script).toContain(`local paths = { '/a', '/b', '/c' }`);
    expect(script).toContain(`local bodies = { '1', '2' }`);
    expect(script).toContain('for i = 0, 3 - 1 do');
  });

  it('gives every request a number of its own where its body has a place for one', () => {
    const script = wrkScript({ ...load, requests: { ...load.requests, bodies: [`{"a":"${numberMark}"}`] } });
    expect(script).toContain(`formatted:find('${numberMark}', 1, true)`);
    expect(script).toContain("string.format('%08d', sent)");
  });

  it('writes what could end a Lua string, and every byte beyond ASCII, by its number', () => {
    const body = `it's \\ "é"\r\n`;
    const script = wrkScript({ ...load, requests: { ...load.requests, bodies: [body] } });
    expect(script).toContain(`local bodies = { 'it\\039s \\092 "\\195\\169"\\013\\010' }`);
  });

  it('rests between requests only when it is asked to, by the pause on the average', () => {
    expect(wrkScript(load)).not.toContain('function delay()');
    expect(wrkScript({ ...load, pauseMs: 20 })).toContain('return math.random(0, 40)');
  });
});
