const letter = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The direction of a text by its first letter, as browsers guess it for `dir="auto"`. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = letter.exec(text) ?? [];
  return rightToLeft.test(first) ? 'rtl' : 'ltr';
}
