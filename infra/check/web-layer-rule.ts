import type { Problem, Rule } from './rule.ts';
import type { SourceFile } from './source-tree.ts';

/** From what everything may use to what uses everything. */
const layers = ['lib', 'components', 'features', 'routes', 'app'];

/** In the web app imports run one way, and a feature stands on its own. */
export const webLayerRule: Rule = ({ files }) => files.filter(isLayered).flatMap((file) => judge(file));

/** Tests stand outside the order, because nothing imports them; style sheets have none. */
function isLayered({ path, kind }: SourceFile): boolean {
  return path.startsWith('web/src/') && kind === 'source' && !path.endsWith('.css');
}

function judge({ path, imports }: SourceFile): Problem[] {
  const from = placeOf(path);
  if (from === null) return [{ path, says: `is in no layer; web/src has ${layers.join(', ')}` }];
  return imports.flatMap(({ target, specifier, line }) => {
    if (target.kind !== 'file' || !target.path.startsWith('web/src/')) return [];
    const to = placeOf(target.path);
    if (to === null) return [];
    if (to.rank > from.rank)
      return [{ path, line, says: `imports ${specifier}; ${from.layer} may not use ${to.layer}` }];
    const isOtherFeature = from.layer === 'features' && to.layer === 'features' && from.feature !== to.feature;
    return isOtherFeature ? [{ path, line, says: `imports ${specifier}; a feature never uses another one` }] : [];
  });
}

/** Files directly in web/src start the app, so they stand above all layers. */
function placeOf(path: string): { layer: string; rank: number; feature: string } | null {
  const parts = path.split('/').slice(2);
  if (parts.length === 1) return { layer: 'web/src', rank: layers.length, feature: '' };
  const [layer = '', feature = ''] = parts;
  const rank = layers.indexOf(layer);
  return rank === -1 ? null : { layer, rank, feature };
}
