import { fileNameMax } from '@inlet/contracts/files';

/** Matches control characters, and characters that are invisible or change the text direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;
const longestExtension = 20;

/** The name of a file without its folders, on one line of limited length. */
export function cleanName(given: string | undefined): string {
  const own = (given ?? '').slice(-10_000).split(/[/\\]/).at(-1) ?? '';
  const name = own.replace(unseen, '').replace(/\s+/g, ' ').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  if (name.length <= fileNameMax) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : '';
  return `${name.slice(0, fileNameMax - extension.length)}${extension}`.toWellFormed().replaceAll('\ufffd', '');
}
