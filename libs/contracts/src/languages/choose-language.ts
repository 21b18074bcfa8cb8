import { isLanguage, type Language } from '#languages/languages.ts';

/** Characters of the header that are read; browsers send some 50. */
const headerMax = 1_000;

/**
 * The language of a page: that of the form, else the one that the visitor's browser prefers among ours, else English.
 * `accepted` is the `Accept-Language` of the request.
 */
export function chooseLanguage(ofForm: Language | null | undefined, accepted: string | undefined): Language {
  return ofForm ?? preferred(accepted ?? '') ?? 'en';
}

function preferred(header: string): Language | undefined {
  let best: { readonly language: Language; readonly weight: number } | undefined;
  for (const range of header.slice(0, headerMax).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    // A region such as that of `de-AT` has no sentences of its own.
    const [language = ''] = tag.split('-');
    const weight = weightOf(parameters);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  const weight = Number(given.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
