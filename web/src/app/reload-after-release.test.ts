import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freeToLoad, reloadAfterRelease, reloadPauseMs } from '#app/reload-after-release.ts';

const storage = new Map<string, string>();
const memory = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
};

beforeEach(() => {
  storage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});

function open({ isReachable = true, url = '/forms' as string | null, store = memory } = {}) {
  const window = new EventTarget();
  const loaded: string[] = [];
  const connection = { check: async () => undefined, isReachable: () => isReachable };
  reloadAfterRelease({
    ...{ window, connection, storage: () => store, freeToLoad: () => url },
    leaveTo: (address) => loaded.push(address),
  });
  const partIsMissing = async () => {
    window.dispatchEvent(new Event('vite:preloadError'));
    // The check of the connection runs in between.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { partIsMissing, loaded };
}

describe('a part of the app that is gone with its release', () => {
  it('makes the page load anew where the person was going', async () => {
    const { partIsMissing, loaded } = open({ url: '/forms/new?from=x' });
    await partIsMissing();
    expect(loaded).toEqual(['/forms/new?from=x']);
  });

  it('does so once, however many parts are gone and whether or not the new page works', async () => {
    const before = open();
    await Promise.all([before.partIsMissing(), before.partIsMissing()]);
    expect(before.loaded).toHaveLength(1);
    const after = open();
    await after.partIsMissing();
    expect(after.loaded).toEqual([]);
  });

  it('does so again with the next release', async () => {
    await open().partIsMissing();
    vi.setSystemTime(Date.now() + reloadPauseMs);
    const later = open();
    await later.partIsMissing();
    expect(later.loaded).toHaveLength(1);
  });

  it('leaves the page alone while Inlet cannot be reached, and may load it later', async () => {
    const away = open({ isReachable: false });
    await away.partIsMissing();
    expect(away.loaded).toEqual([]);
    const back = open();
    await back.partIsMissing();
    expect(back.loaded).toHaveLength(1);
  });

  it('leaves a page alone that holds typed text', async () => {
    const { partIsMissing, loaded } = open({ url: null });
    await partIsMissing();
    expect(loaded).toEqual([]);
  });

  it('leaves the page alone where nothing can be remembered, which could not end', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const store of [
      { getItem: refuse, setItem: refuse },
      { getItem: () => null, setItem: refuse },
    ]) {
      const { partIsMissing, loaded } = open({ store });
      await partIsMissing();
      expect(loaded).toEqual([]);
    }
  });
});

describe('where a load may lead', () => {
  const at = (pathname: string) => ({ pathname, search: '?q=1', hash: '#top' });
  const pageWith = (markup: string) => {
    const page = document.createElement('div');
    page.innerHTML = markup;
    return page;
  };
  const typed = pageWith('<textarea></textarea>');
  for (const field of typed.querySelectorAll('textarea')) field.value = 'A long description';
  const here = { initialized: true, navigation: {}, location: at('/forms') };

  it('is the page itself while nothing is typed', () => {
    const empty = pageWith(
      '<input><input type="checkbox" value="on"><input type="hidden" value="x"><textarea></textarea>',
    );
    expect(freeToLoad(here, empty)).toBe('/forms?q=1#top');
  });

  it('is nowhere while the page holds text and stays', () => {
    expect(freeToLoad(here, typed)).toBeNull();
  });

  it('is the next address of the person, even if the page that they leave holds text', () => {
    expect(freeToLoad({ ...here, navigation: { location: at('/settings') } }, typed)).toBe('/settings?q=1#top');
  });

  it('is the address that was opened, while its page has not shown yet', () => {
    expect(freeToLoad({ ...here, initialized: false }, typed)).toBe('/forms?q=1#top');
  });
});
