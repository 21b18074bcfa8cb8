import type { Language } from '@inlet/contracts/languages';
import { chooseLanguage } from '@inlet/contracts/languages/choose-language';
import { type Words, wordsOf } from '@inlet/contracts/languages/words';

/** The words of a preview: those that the owner's own browser would get. */
export function previewWords(language: Language | null | undefined): Words {
  return wordsOf(chooseLanguage(language, navigator.languages.join(',')));
}
