import { resolve } from 'node:path';
import { icons } from '@iconify-json/lucide';
import { icons as brands } from '@iconify-json/simple-icons';
import { type Plugin, transformWithOxc } from 'vite';

const component = resolve(import.meta.dirname, '../src/components/ui/icon.tsx');
/** `icon.tsx` has these once, where a property can change them. */
const shared = / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin)="round"|stroke-width="2")/g;

interface IconSet {
  readonly title: string;
  /** The modules that are its icons, as they are imported and as they are resolved. */
  readonly imported: RegExp;
  readonly resolved: RegExp;
  readonly draw: (name: string) => string | undefined;
}

/**
 * `virtual:lucide/arrow-up` is that icon of https://lucide.dev/icons as a component, and `virtual:brand/notion` that of
 * https://simpleicons.org; others do not reach the browser.
 */
export function iconSets(): Plugin[] {
  return [
    iconSet({
      title: 'Lucide',
      imported: /^virtual:lucide\//,
      resolved: /^\0virtual:lucide\//,
      draw: (name) => icons.icons[name]?.body.replaceAll(shared, ''),
    }),
    iconSet({
      title: 'Simple Icons',
      imported: /^virtual:brand\//,
      resolved: /^\0virtual:brand\//,
      draw: (name) => {
        const { body, hidden = false } = brands.icons[name] ?? {};
        // The set hides the marks that their owners had removed.
        return hidden ? undefined : body?.replace('fill="currentColor"', 'fill="currentColor" stroke="none"');
      },
    }),
  ];
}

function iconSet({ title, imported, resolved, draw }: IconSet): Plugin {
  return {
    name: title,
    resolveId: { filter: { id: imported }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: resolved },
      handler: (id) => {
        const name = id.slice(id.indexOf('/') + 1);
        const drawing = draw(name);
        if (drawing === undefined) throw new Error(`${title} has no icon ${name}`);
        const code = `import { icon } from ${JSON.stringify(component)};\nexport default icon(<>${drawing}</>);`;
        return transformWithOxc(code, `${name}.jsx`);
      },
    },
  };
}
