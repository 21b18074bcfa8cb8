import { isDeepStrictEqual } from 'node:util';
import { type Document, isAlias, isMap, isSeq, type Node } from 'yaml';
import { keysOf } from '#yaml/list-keys.ts';

/**
 * Makes a part of a document say another value. Parts that say it already stay as they are, with their comments. An
 * entry of a list is known by its id, name or email, else by its position.
 */
export function patchDocument(document: Document, node: Node | null, wanted: unknown): Node {
  if (node && !isAlias(node) && isDeepStrictEqual(node.toJS(document), wanted)) return node;
  if (isMap(node) && isObject(wanted)) {
    for (const [name, value] of Object.entries(wanted))
      node.set(name, patchDocument(document, (node.get(name, true) as Node | undefined) ?? null, value));
    for (const name of Object.keys(node.toJS(document) as object)) if (!Object.hasOwn(wanted, name)) node.delete(name);
    return node;
  }
  if (isSeq(node) && Array.isArray(wanted)) {
    const before = node.items as Node[];
    const [oldKeys, newKeys] = [keysOf(node.toJS(document)), keysOf(wanted)];
    node.items = wanted.map((value, index) => {
      const place = oldKeys && newKeys ? oldKeys.indexOf(newKeys[index] ?? '') : index;
      return patchDocument(document, before[place] ?? null, value);
    });
    return node;
  }
  return document.createNode(wanted);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
