declare global {
  /** The first renewal of the session; `before-paint.js` sends it while the app loads. */
  var earlyRefresh: { readonly path: string; readonly answer: Promise<Response> } | undefined;
}

/** The response to a call that was sent before the app was loaded. It can be taken once. */
export function takeEarlyRefresh(path: string): Promise<Response> | undefined {
  const early = globalThis.earlyRefresh;
  if (early?.path !== path) return undefined;
  globalThis.earlyRefresh = undefined;
  return early.answer;
}
