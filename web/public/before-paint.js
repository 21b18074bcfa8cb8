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

// Public pages are complete without their program, so it waits until they have been painted.
const { entry } = document.currentScript.dataset;
if (entry) {
  window.addEventListener('load', () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = entry;
    document.head.append(script);
  });
}
