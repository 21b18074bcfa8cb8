// Runs before everything else on the page, as a file because the page's policy allows no inline script.

// A chosen theme must never flash the other one. `src/lib/theme.ts` writes the choice.
try {
  const choice = localStorage.getItem('inlet-theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.setAttribute('data-theme', choice);
} catch {
  // Storage may be forbidden; the system's theme applies then.
}

// Public pages hold the links of strangers and those of members, and show one of them. Without storage nothing is
// known, so members' links stand there, which lead to the app: it asks the service. `src/lib/browser-session.ts` writes
// the mark.
showMember();
window.addEventListener('storage', showMember);

function showMember() {
  let isMember = true;
  try {
    isMember = localStorage.getItem('inlet-signed-in') !== null;
  } catch {
    // Storage may be forbidden.
  }
  document.documentElement.toggleAttribute('data-member', isMember);
}

// Zod compiles schemas with `new Function` where it may. The policy forbids that, and reports even the attempt.
globalThis.__zod_globalConfig = { jitless: true };

// Public pages are complete without their program, so it waits until they are loaded and painted: earlier requests
// would take network and processor from the page itself.
const { entry, app, form = '' } = document.currentScript.dataset;
if (entry) {
  window.addEventListener('load', () => afterFirstPaint(addProgram));
  // Early events are not lost: the program replays them.
  globalThis.earlyEvents = [];
  for (const type of ['click', 'keydown', 'submit']) document.addEventListener(type, keepEarly, true);
}

// The app begins with its session, so it is asked for while the app loads. `src/lib/early-refresh.ts` takes the answer.
if (app !== undefined && document.documentElement.hasAttribute('data-member')) {
  const path = '/api/auth/refresh';
  const headers = { 'content-type': 'application/json' };
  const ask = () => fetch(path, { method: 'POST', headers, body: '{}', signal: AbortSignal.timeout(15_000) });
  const answer = navigator.locks?.request('inlet-session', ask) ?? ask();
  // The app, which tries again, may come after the failure.
  answer.catch(() => undefined);
  globalThis.earlyRefresh = { path, answer };
  // A form's page has many files. The app would ask for them only once it runs.
  if (/^\/forms\/[^/]{36}$/.test(location.pathname)) form.split(' ').filter(Boolean).forEach(preload);
}

function preload(file) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = `/${file}`;
  document.head.append(link);
}

function keepEarly(event) {
  const { type, target } = event;
  if (!globalThis.earlyEvents || !target.closest('[data-island], [data-copy]')) return;
  if (type === 'submit') event.preventDefault();
  if (type === 'submit' || target.closest('button')) globalThis.earlyEvents.push(event);
  addProgram();
}

function afterFirstPaint(act) {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    act();
    return;
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    act();
  });
  observer.observe({ type: 'paint', buffered: true });
}

function addProgram() {
  if (document.querySelector(`script[src="${entry}"]`)) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = entry;
  document.head.append(script);
}
