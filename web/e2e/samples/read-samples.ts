import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A code sample of the documentation, with the attributes after its language. */
export interface Sample {
  /** Its location, such as `libs/client/README.md:42`. */
  readonly place: string;
  readonly language: string;
  readonly words: Readonly<Record<string, string>>;
  readonly code: string;
  /** The response that the page shows. */
  readonly answer: Answer | null;
  /** The next sample of the page. */
  readonly next: Sample | null;
}

interface Answer {
  /** `same` means equal except for ids and times; `shape` means the same structure. */
  readonly how: string;
  readonly value: unknown;
}

const root = resolve(import.meta.dirname, '../../..');
/** The pages of the documentation, and what npm shows of the packages that websites use. */
const pages = ['web/src/features/docs/pages/*.mdx', 'libs/{client,react}/README.md'];
const fence = /^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm;

/** Every sample of every page. */
export function readSamples(): Sample[] {
  return globSync(pages, { cwd: root })
    .toSorted()
    .flatMap((path) => samplesOf(path, readFileSync(join(root, path), 'utf8')));
}

function samplesOf(path: string, text: string): Sample[] {
  const found = [...text.matchAll(fence)];
  let next: Sample | null = null;
  return found
    .toReversed()
    .map(({ index, 1: language = '', 2: meta = '', 3: code = '' }): Sample => {
      const line = text.slice(0, index).split('\n').length;
      const words = Object.fromEntries(
        [...meta.matchAll(/(\w+)="([^"]*)"/g)].map(([, word, value]) => [word, value ?? '']),
      );
      const how = next?.words.answer;
      const answer = how === undefined ? null : { how, value: JSON.parse(next?.code ?? '') };
      next = { place: `${path}:${line}`, language, words, code, answer, next };
      return next;
    })
    .toReversed();
}
