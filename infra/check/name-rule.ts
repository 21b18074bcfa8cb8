import type { Rule } from './rule.ts';

/** These names say nothing, so everything ends up behind them. */
const emptyName = /^(?:(?:.+-)?(?:utils?|helpers?|misc)|common)$/;

/** A room is found by its name, so no file or folder is called after nothing. */
export const nameRule: Rule = ({ paths }) => {
  const faults = new Map<string, string>();
  for (const path of paths) {
    const parts = path.split('/');
    const index = parts.findIndex((part) => emptyName.test(part.replace(/\..*$/, '').toLowerCase()));
    if (index !== -1) faults.set(parts.slice(0, index + 1).join('/'), parts[index] ?? '');
  }
  return [...faults].map(([path, part]) => ({ path, says: `is called ${part}; name it after what it does` }));
};
