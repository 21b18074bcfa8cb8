/** The languages of what visitors see. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'ja', 'tr'] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  cs: 'Čeština',
  sv: 'Svenska',
  ja: '日本語',
  tr: 'Türkçe',
};

/** A language as it is stored; null for one that this release does not know. */
export function readLanguage(text: string | null): Language | null {
  return text !== null && isLanguage(text) ? text : null;
}

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}
