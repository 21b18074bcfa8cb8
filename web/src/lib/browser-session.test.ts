import { expect, it, vi } from 'vitest';
import { browserSessionDeps } from '#lib/browser-session.ts';

it('two tabs never renew at the same time', async () => {
  vi.stubGlobal('navigator', { locks: fakeLocks() });
  const [oneTab, otherTab] = [browserSessionDeps(), browserSessionDeps()];
  const steps: string[] = [];
  const renew = (tab: string) => async () => {
    steps.push(`${tab} begins`);
    await Promise.resolve();
    steps.push(`${tab} ends`);
  };
  await Promise.all([oneTab.exclusively(renew('one')), otherTab.exclusively(renew('other'))]);
  expect(steps).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
});

it('a browser without locks renews on its own', async () => {
  vi.stubGlobal('navigator', {});
  await expect(browserSessionDeps().exclusively(() => Promise.resolve('renewed'))).resolves.toBe('renewed');
});

it('remembers that this browser is signed in, and nothing else', () => {
  const { presence } = browserSessionDeps();
  expect(presence.get()).toBe(false);
  presence.set(true);
  expect(presence.get()).toBe(true);
  expect({ ...localStorage }).toEqual({ 'inlet-signed-in': '1' });
  presence.set(false);
  expect(presence.get()).toBe(false);
});

it('hears when another tab signs in or out', () => {
  const { presence } = browserSessionDeps();
  const heard: boolean[] = [];
  const stop = presence.onChangeElsewhere((isPresent) => heard.push(isPresent));
  window.dispatchEvent(new StorageEvent('storage', { key: 'inlet-signed-in', newValue: '1' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'inlet-theme', newValue: 'dark' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'inlet-signed-in', newValue: null }));
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: 'inlet-signed-in', newValue: '1' }));
  expect(heard).toEqual([true, false]);
});

/** Like the browser's locks: a request waits until earlier holders of the name have released it. */
function fakeLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request(name: string, task: () => Promise<unknown>) {
      const turn = (queues.get(name) ?? Promise.resolve()).then(task);
      queues.set(name, turn);
      return turn;
    },
  };
}
