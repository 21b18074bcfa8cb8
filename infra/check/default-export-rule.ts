import type { Rule } from './rule.ts';

/** A named export has one name everywhere; only tools that ask for a default export get one. */
export const defaultExportRule: Rule = ({ files }) =>
  files
    .filter(({ path }) => !path.endsWith('.config.ts'))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ kind }) => kind === 'default')
        .map(({ line }) => ({ path, line, says: 'has a default export; only *.config.ts may' })),
    );
