import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wakeIslands } from '#app/wake-islands.ts';

let seen: (isIntersecting: boolean) => void;
const start = vi.fn<(island: HTMLElement) => Promise<void>>();
const reload = vi.fn();
/** Events that reach the island's own listeners, which represent React's. */
const done: string[] = [];

beforeEach(() => {
  done.length = 0;
  reload.mockReset();
  start.mockReset().mockImplementation(async (island) => {
    for (const type of ['click', 'keydown', 'submit']) {
      island.addEventListener(type, (event) => {
        event.preventDefault();
        done.push(`${type} ${(event.target as HTMLElement).id}`);
      });
    }
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
        seen = (isIntersecting) => tell([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  document.documentElement.removeAttribute('data-member');
});

describe('an island', () => {
  it.each([
    ['pointerover', 1],
    ['pointerdown', 1],
    ['focusin', 1],
    ['scroll', 0],
  ])('is started at the first %s', (type, times) => {
    open('touched');
    byId('row').dispatchEvent(new Event(type, { bubbles: true }));
    byId('row').dispatchEvent(new Event(type, { bubbles: true }));
    expect(start).toHaveBeenCalledTimes(times);
  });

  it('that has the focus already is started at once', () => {
    open('touched');
    byId('name').focus();
    start.mockClear();
    wakeIslands(document, { start, reload });
    expect(start).toHaveBeenCalledExactlyOnceWith(byId('island'));
  });

  it('below the window is started when it comes near', () => {
    open('near');
    seen(false);
    expect(start).not.toHaveBeenCalled();
    seen(true);
    expect(start).toHaveBeenCalledExactlyOnceWith(byId('island'));
  });

  it('for members is started for them alone, and as soon as they sign in elsewhere', () => {
    open('member');
    expect(start).not.toHaveBeenCalled();
    document.documentElement.dataset.member = '';
    window.dispatchEvent(new StorageEvent('storage'));
    expect(start).toHaveBeenCalledTimes(1);
  });
});

describe('an action before React is there', () => {
  it('is done again in its order, each press once', async () => {
    const letStart = holdBack();
    open('touched');
    fireEvent.click(byId('row'));
    fireEvent.click(byId('row'));
    fireEvent.keyDown(byId('row'), { key: 'ArrowRight' });
    fireEvent.click(byId('other'));
    expect(done).toEqual([]);
    letStart();
    await vi.waitFor(() => expect(done).toEqual(['click row', 'keydown row', 'click other']), 60_000);
    fireEvent.click(byId('row'));
    expect(done).toHaveLength(4);
  });

  it('is done once when React listens before it is ready', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const attach = start.getMockImplementation();
    start.mockImplementation(async (island) => {
      await attach?.(island);
      await promise;
    });
    open('touched');
    fireEvent.click(byId('row'));
    fireEvent.keyDown(byId('row'), { key: 'ArrowRight' });
    expect(done).toEqual([]);
    resolve();
    await vi.waitFor(() => expect(done).toEqual(['click row', 'keydown row']), 60_000);
  });

  it('is one submit for a form that is sent by its button, and nothing for a label or an input', async () => {
    const letStart = holdBack();
    open('touched');
    fireEvent.click(byId('label'));
    fireEvent.keyDown(byId('name'), { key: 'A' });
    fireEvent.click(byId('send'));
    expect(fireEvent.submit(byId('form')), 'the browser would leave the page').toBe(false);
    letStart();
    await vi.waitFor(() => expect(done).toContain('submit form'), 60_000);
    expect(done).toEqual(['submit form']);
  });

  it.each(['before', 'after'])('loads the page again when it came %s the script failed', async (moment) => {
    const { promise, reject } = Promise.withResolvers<void>();
    start.mockReturnValueOnce(promise);
    open('near');
    seen(true);
    if (moment === 'before') fireEvent.click(byId('row'));
    reject(new TypeError('Failed to fetch dynamically imported module'));
    await vi.waitFor(() => {
      if (moment === 'after') fireEvent.click(byId('row'));
      expect(reload).toHaveBeenCalled();
    }, 60_000);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('loads nothing when it was no press', async () => {
    start.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    open('near');
    seen(true);
    await vi.waitFor(() => expect(start.mock.settledResults[0]?.type).toBe('rejected'), 60_000);
    byId('row').dispatchEvent(new Event('pointerover', { bubbles: true }));
    fireEvent.keyDown(byId('row'), { key: 'Tab' });
    expect(reload).not.toHaveBeenCalled();
    expect(start).toHaveBeenCalledTimes(1);
  });
});

function open(when: string): void {
  document.body.innerHTML = `
    <div id="island" data-island="demo" data-when="${when}">
      <button type="button" id="row">Row</button>
      <button type="button" id="other">Other</button>
      <form id="form" novalidate>
        <label id="label" for="name">Name</label><input id="name"><button type="submit" id="send">Send</button>
      </form>
    </div>`;
  wakeIslands(document, { start, reload });
}

/** React must not start before the test allows it. */
function holdBack(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const attach = start.getMockImplementation();
  start.mockImplementation(async (island) => {
    await promise;
    await attach?.(island);
  });
  return resolve;
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no ${id}`);
  return element;
}
