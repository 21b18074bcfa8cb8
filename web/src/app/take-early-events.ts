declare global {
  /** Events on buttons and forms from before the page's script; `before-paint.js` keeps them. */
  var earlyEvents: Event[] | undefined;
}

/** Takes over from `before-paint.js`, which keeps no events after that. */
export function takeEarlyEvents(): readonly Event[] {
  const events = globalThis.earlyEvents ?? [];
  globalThis.earlyEvents = undefined;
  return events;
}
