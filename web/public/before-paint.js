// Runs before everything else on the page, as a file because the page's policy allows no inline script.

// A chosen theme must never flash the other one. `src/lib/theme.ts` writes the choice.
try {
  const choice = localStorage.getItem('inlet-theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.setAttribute('data-theme', choice);
} catch {
  // Storage may be forbidden; the system's theme applies then.
}

// Zod compiles schemas with `new Function` where it may. The policy forbids that, and reports even the attempt.
globalThis.__zod_globalConfig = { jitless: true };

// Public pages are complete without their program, so it waits until they are loaded and painted: what is asked for
// earlier takes the network and the processor from what somebody waits to read.
const { entry } = document.currentScript.dataset;
if (entry) window.addEventListener('load', () => afterFirstPaint(() => addProgram(entry)));

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

function addProgram(address) {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = address;
  document.head.append(script);
}
