import type { Plugin } from 'vite';

// safe because: the bundler names the modules
const contracts = /\/libs\/contracts\/src\/.*\.ts$/;
/** A description that is one text, and all that is said of its schema. */
// safe because: it reads our own contracts
const description = /\s*\.meta\(\{\s*description:\s*(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`),?\s*\}\)/g;

/** Leaves out the descriptions of the API's fields, which only the server publishes. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return contracts.test(id) ? { code: code.replace(description, ''), map: null } : null;
    },
  };
}
