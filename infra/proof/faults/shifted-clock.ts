import { readFileSync } from 'node:fs';

/**
 * Loaded into a service before its own code, by `--import`: the service then uses a clock that a test shifts. A file
 * contains the offset, and is read again at each SIGUSR2.
 */
const file = process.env.INLET_CLOCK_FILE ?? '';
const realNow = Date.now;
let shiftMs = Number(readFileSync(file, 'utf8'));
process.on('SIGUSR2', () => {
  shiftMs = Number(readFileSync(file, 'utf8'));
});

Date.now = () => realNow() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => (args.length === 0 ? new target(target.now()) : Reflect.construct(target, args)),
});
