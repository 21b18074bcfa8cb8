import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { AddressMatcher } from '#people/matcher.ts';

/** Where a longer text has the address: the path of a value, as in `["messages", "0", "text"]`, and the place in it. */
export interface FieldMention {
  readonly path: readonly string[];
  readonly at: number;
}

export interface MatchedFields {
  /** A value is the address. */
  readonly isPerson: boolean;
  readonly mentions: readonly FieldMention[];
}

/** Looks for an address in fields as JSON, however deep. The name of a field may mention it, and is never the person. */
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

/** The value at a path; undefined where it is gone. */
export function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Characters of a text before and behind an address that are shown. */
const aroundMax = 60;
/** Most addresses are shorter. */
const addressLength = 40;

/** A piece of a text around a place. */
export function excerptOf(text: string, at: number): string {
  const start = Math.max(0, at - aroundMax);
  const end = Math.min(text.length, at + addressLength + aroundMax);
  const piece = text.slice(start, end).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`;
}
