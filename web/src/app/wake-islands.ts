/** Events that precede a press or a key; they give the script some time to arrive. */
const approaches = ['pointerover', 'pointerdown', 'focusin'];
/** Events that are kept until React has started, and then replayed. */
const actions = ['click', 'keydown', 'submit'];
const nearMargin = '400px';

interface Actions {
  /** Loads the script of an island and starts it; rejects when the script cannot be loaded. */
  readonly start: (island: HTMLElement) => Promise<void>;
  /** Reloads the page: a browser does not request a failed script a second time. */
  readonly reload: () => void;
}

/** Starts each island of a page when it is needed. An earlier press or submit is not lost. */
export function wakeIslands(page: Document, actions: Actions): void {
  for (const island of page.querySelectorAll<HTMLElement>('[data-island]')) watchIsland(island, actions);
}

function watchIsland(island: HTMLElement, { start, reload }: Actions): void {
  const page = island.ownerDocument;
  const watching = new AbortController();
  const { signal } = watching;
  const early: Event[] = [];
  let isStarting = false;
  let hasFailed = false;

  async function wake(): Promise<void> {
    if (isStarting) return;
    isStarting = true;
    try {
      await start(island);
    } catch {
      hasFailed = true;
      if (early.some(isPress)) reload();
      return;
    }
    watching.abort();
    for (const event of early) replay(event);
  }

  function keep(event: Event): void {
    void wake();
    if (!isWorthKeeping(event)) return;
    if (event.type === 'submit') event.preventDefault();
    // React may already listen, and would handle the event a second time.
    event.stopImmediatePropagation();
    if (hasFailed && isPress(event)) reload();
    const isKept = ({ type, target }: Event) => type === event.type && target === event.target;
    // A visitor who sees no effect presses again, but means one press.
    if (event.type === 'keydown' || !early.some(isKept)) early.push(event);
  }

  for (const type of approaches) island.addEventListener(type, wake, { signal, passive: true });
  for (const type of actions) island.addEventListener(type, keep, { signal, capture: true });
  // The visitor may have been faster than this script.
  if (island.contains(page.activeElement)) void wake();
  if (island.dataset.when === 'near') whenNear(island, wake, signal);
  if (island.dataset.when === 'member') whenMember(page, wake, signal);
}

/** Buttons and forms need React; links, labels and inputs work without React. */
function isWorthKeeping({ type, target }: Event): boolean {
  if (type === 'submit') return true;
  const button = target instanceof Element ? target.closest('button') : null;
  // A submit event follows the click on a submit button.
  return button !== null && button.type !== 'submit';
}

/** A key may only move the focus through an island; on a button, Enter and the space bar cause a click. */
function isPress({ type }: Event): boolean {
  return type !== 'keydown';
}

/** Replays an event of the visitor. */
export function replay(event: Event): void {
  const { target } = event;
  if (event instanceof SubmitEvent && target instanceof HTMLFormElement) target.requestSubmit(event.submitter);
  else if (event instanceof KeyboardEvent) target?.dispatchEvent(new KeyboardEvent(event.type, event));
  else target?.dispatchEvent(new MouseEvent(event.type, event));
}

function whenNear(island: HTMLElement, wake: () => Promise<void>, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void wake();
    },
    { rootMargin: nearMargin },
  );
  observer.observe(island);
  signal.addEventListener('abort', () => observer.disconnect());
}

/** `before-paint.js` marks the page of a member, and follows other tabs. */
function whenMember(page: Document, wake: () => Promise<void>, signal: AbortSignal): void {
  const wakeForMember = () => {
    if (page.documentElement.dataset.member !== undefined) void wake();
  };
  wakeForMember();
  window.addEventListener('storage', wakeForMember, { signal });
}
