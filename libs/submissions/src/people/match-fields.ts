import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { AddressMatcher } from '#people/matcher.ts';

/**
 * The position of an address in a longer text: the path of a value, as in `["messages", "0", "text"]`, and the offset.
 */
export interface FieldMention {
  readonly path: readonly string[];
  readonly at: number;
}

export interface MatchedFields {
  /** True if a value is the address. */
  readonly isPerson: boolean;
  readonly mentions: readonly FieldMention[];
}

/** Searches JSON fields for an address at any depth. A field's name may mention it, but never makes it the person's. */
export function matchFields(json: string, matcher: AddressMatcher): MatchedFields {
  const mentions: FieldMention[] = [];
  let isPerson = false;

  function look(value: unknown, path: readonly string[]): void {
    if (typeof value === 'string') {
      if (matcher.isAddress(value)) isPerson = true;
      else mentions.push(...matcher.positionsIn(value).map((at) => ({ path, at })));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) {
        const partPath = [...path, name];
        if (matcher.positionsIn(name).length > 0) mentions.push({ path: partPath, at: -1 });
        look(part, partPath);
      }
    }
  }

  look(parseVisitorJson(json), []);
  return { isPerson, mentions };
}

/** The value at a path; undefined if it is gone. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Characters of context that are shown before and after an address. */
const aroundMax = 60;
/** Most addresses are shorter. */
const addressLength = 40;

/** The part of a text around an offset. */
export function excerptOf(text: string, at: number): string {
  const start = Math.max(0, at - aroundMax);
  const end = Math.min(text.length, at + addressLength + aroundMax);
  const piece = text.slice(start, end).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`;
}
