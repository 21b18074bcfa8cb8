import { inboxShots, phoneSize, wideSize } from '#features/landing/shots.ts';

/** As wide as the page's column. */
const sizes = '(min-width: 72rem) 69rem, calc(100vw - 2rem)';
const isPhone = '(max-width: 39.99rem)';
const isDark = '(prefers-color-scheme: dark)';

/**
 * A real screen of the product, in the colours that the reader's system prefers, and as on a phone for phones. It is
 * not loaded before the page is laid out, nor before the font once its edge is visible: on a phone the text comes first
 * and should not wait for a picture.
 */
export function ProductShot({ alt }: { alt: string }) {
  const { light, dark } = inboxShots;
  return (
    <picture>
      <source media={`${isPhone} and ${isDark}`} srcSet={dark.phone} {...phoneSize} />
      <source media={isPhone} srcSet={light.phone} {...phoneSize} />
      <source media={isDark} srcSet={sourcesOf(dark)} sizes={sizes} />
      <img
        {...wideSize}
        src={light.small}
        srcSet={sourcesOf(light)}
        sizes={sizes}
        alt={alt}
        loading="lazy"
        decoding="async"
        fetchPriority="low"
        className="mx-auto h-auto w-full rounded-large border border-line bg-surface shadow-floating max-sm:max-w-[22rem]"
      />
    </picture>
  );
}

function sourcesOf({ small, large }: { small: string; large: string }): string {
  return `${small} 800w, ${large} 1600w`;
}
