import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpAppOptions } from '#app.ts';
import { type ServedApp, serveApp } from '#served-app.test-setup.ts';

let app: ServedApp;
const up = { name: 'redis', check: async () => 'PONG' };
const down = { name: 'database', check: () => Promise.reject(new Error('refused')) };
const hanging = { name: 'database', check: () => new Promise(() => undefined) };

async function ask(path: string, options: Partial<HttpAppOptions>) {
  app = await serveApp(options);
  return answer(path);
}

async function answer(path: string) {
  const response = await fetch(app.url + path);
  return { status: response.status, body: await response.json() };
}

afterEach(async () => {
  await app.close();
});

describe('/readyz', () => {
  it('succeeds when every dependency responds', async () => {
    expect(await ask('/readyz', { dependencies: [up] })).toEqual({ status: 200, body: { status: 'ready', away: [] } });
  });

  it('fails and names the dependency that is away', async () => {
    expect(await ask('/readyz', { dependencies: [up, down] })).toEqual({
      status: 503,
      body: { status: 'not ready', away: ['database'] },
    });
  });

  it('succeeds without an optional dependency, and names it', async () => {
    const optional = { ...down, isOptional: true };
    const body = { status: 'ready', away: ['database'] };
    expect(await ask('/readyz', { dependencies: [up, optional] })).toEqual({ status: 200, body });
  });

  it('takes a check that throws at once for one that fails', async () => {
    const check = () => {
      throw new Error('closed');
    };
    expect(await ask('/readyz', { dependencies: [{ name: 'database', check }] })).toMatchObject({
      status: 503,
      body: { away: ['database'] },
    });
  });

  it('counts a dependency that hangs as away', async () => {
    expect(await ask('/readyz', { dependencies: [up, hanging] })).toMatchObject({
      status: 503,
      body: { away: ['database'] },
    });
  });

  it('fails while the process is closing, without checking dependencies', async () => {
    const check = vi.fn(async () => undefined);
    app = await serveApp({ dependencies: [{ name: 'redis', check }] });
    await app.lifecycle.close('test');
    expect(await answer('/readyz')).toEqual({ status: 503, body: { status: 'not ready', away: ['closing'] } });
    expect(check).not.toHaveBeenCalled();
  });

  it('shares one look at the dependencies between those who ask at once', async () => {
    const check = vi.fn(async () => undefined);
    app = await serveApp({ dependencies: [{ name: 'redis', check }] });
    // The clock stands still for the probes, however busy the machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    await Promise.all(Array.from({ length: 10 }, () => answer('/readyz')));
    expect(check).toHaveBeenCalledOnce();
  });

  it('checks again after a moment, so that it fails soon after a dependency went away', async () => {
    let isAway = false;
    const check = () => (isAway ? Promise.reject(new Error('refused')) : Promise.resolve());
    expect(await ask('/readyz', { dependencies: [{ name: 'redis', check }] })).toMatchObject({ status: 200 });
    isAway = true;
    await vi.waitFor(async () => expect(await answer('/readyz')).toMatchObject({ status: 503 }), { timeout: 60_000 });
  });
});

describe('/livez', () => {
  it('does not depend on other parts: they do not come back when this process is killed', async () => {
    expect(await ask('/livez', { dependencies: [down, hanging] })).toEqual({
      status: 200,
      body: { status: 'alive', reason: null },
    });
  });

  it('fails with the reason when the process cannot work any more', async () => {
    expect(await ask('/livez', { stuck: () => 'no job has ended for ten minutes' })).toEqual({
      status: 503,
      body: { status: 'stuck', reason: 'no job has ended for ten minutes' },
    });
  });
});

describe('/metrics', () => {
  it('responds in the format of Prometheus', async () => {
    app = await serveApp();
    const response = await fetch(`${app.url}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await response.text()).toContain('# TYPE inlet_http_request_duration_seconds histogram');
  });
});

describe('on a public port', () => {
  it.each(['/livez', '/readyz', '/metrics'])('there is nothing at %s', async (path) => {
    expect(await ask(path, { probes: false })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('what the probes measure', () => {
  async function measured() {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return text.split('\n').filter((line) => /^inlet_(dependency_up|ready)/.test(line));
  }

  it('reports whether each dependency responds, and whether the process is ready for traffic', async () => {
    app = await serveApp({ dependencies: [up, down] });
    expect(await measured()).toEqual([
      'inlet_dependency_up{dependency="redis",service="test"} 1',
      'inlet_dependency_up{dependency="database",service="test"} 0',
      'inlet_ready{service="test"} 0',
    ]);
  });

  it('wants traffic where nothing is away, and none while it is closing', async () => {
    app = await serveApp({ dependencies: [up] });
    expect((await measured()).at(-1)).toBe('inlet_ready{service="test"} 1');
    await app.lifecycle.close('test');
    expect((await measured()).at(-1)).toBe('inlet_ready{service="test"} 0');
  });
});
