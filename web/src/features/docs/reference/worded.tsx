import { Fragment } from 'react';

/** A text in which words between backticks are code. */
export function Worded({ text }: { text: string }) {
  return text.split('`').map((part, position) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no names and never move
    return position % 2 === 1 ? <code key={position}>{part}</code> : <Fragment key={position}>{part}</Fragment>;
  });
}
