import { resolve } from 'node:path';
import { icons } from '@iconify-json/lucide';
import { type Plugin, transformWithOxc } from 'vite';

const component = resolve(import.meta.dirname, '../src/components/ui/icon.tsx');
/** `icon.tsx` has these once, where a property can change them. */
const shared = / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin)="round"|stroke-width="2")/g;

/** `virtual:lucide/arrow-up` is that icon of https://lucide.dev/icons as a component; others do not reach the browser. */
export function lucideIcons(): Plugin {
  return {
    name: 'lucide-icons',
    resolveId: { filter: { id: /^virtual:lucide\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:lucide\// },
      handler: (id) => {
        const name = id.slice(id.indexOf('/') + 1);
        const drawing = icons.icons[name]?.body.replaceAll(shared, '');
        if (drawing === undefined) throw new Error(`Lucide has no icon ${name}`);
        const code = `import { icon } from ${JSON.stringify(component)};\nexport default icon(<>${drawing}</>);`;
        return transformWithOxc(code, `${name}.jsx`);
      },
    },
  };
}
