import { normaliseOrigin } from '@inlet/contracts/origins';
import { cutToOrigin } from '#features/forms/origin-input.ts';

/** Suggests a correction for an invalid entry, or says what a valid entry does not cover; null without a hint. */
export function originHint(typed: string): string | null {
  const text = cutToOrigin(typed).trim().toLowerCase();
  const origin = normaliseOrigin(text);
  if (origin !== null) return wwwHint(origin);
  if (/^(?:http:\/\/)?(?:localhost|127\.0\.0\.1)\/?$/.test(text)) return 'Add the port, as in localhost:3000.';
  const secure = cutToOrigin(`https://${text.replace(/^\w+:\/\//, '').replace(/^www\.\*\./, '*.')}`);
  if (!text.includes('.') || normaliseOrigin(secure) === null) return null;
  if (text.startsWith('http://')) return `Pages with http:// are not protected on their way. Use ${secure}.`;
  return `Did you mean ${secure}?`;
}

function wwwHint(origin: string): string | null {
  if (!origin.startsWith('https://www.')) return null;
  const bare = origin.replace('www.', '');
  return `${bare} is another origin. Add it too if your website opens without www.`;
}
