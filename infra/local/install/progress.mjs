const QUIET_MS = 2_000;
const TERMINAL_TICK_MS = 1_000;
const LINE_TICK_MS = 5_000;

/**
 * Prints the start of a step, and its duration if it takes more than two seconds: updated in place on a terminal, line
 * by line elsewhere.
 */
export async function withProgress(label, work) {
  console.log(label);
  const startedAt = performance.now();
  const elapsed = () => `  … ${Math.round((performance.now() - startedAt) / 1000)} s`;
  const terminal = process.stdout.isTTY;
  let shown = false;
  const tick = () => {
    shown = true;
    process.stdout.write(terminal ? `\r${elapsed()}` : `${elapsed()}\n`);
  };
  let timer = setTimeout(() => {
    tick();
    timer = setInterval(tick, terminal ? TERMINAL_TICK_MS : LINE_TICK_MS);
  }, QUIET_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (shown && terminal) process.stdout.write('\r\x1b[K');
  }
}
