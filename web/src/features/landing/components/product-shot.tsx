import { shotSize, shots } from '#features/landing/shots.ts';

interface ProductShotProps {
  readonly name: keyof typeof shots;
  readonly alt: string;
  /** Seen first, so it is loaded first. */
  readonly isFirst?: boolean;
}

/** As wide as the page's column. */
const sizes = '(min-width: 72rem) 69rem, calc(100vw - 2rem)';

/** A screen of the product as it is, in the colours that the reader's system asks for. */
export function ProductShot({ name, alt, isFirst = false }: ProductShotProps) {
  const { light, dark } = shots[name];
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={sourcesOf(dark)} sizes={sizes} />
      <img
        {...shotSize}
        src={light.small}
        srcSet={sourcesOf(light)}
        sizes={sizes}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
        className="h-auto w-full rounded-large border border-line bg-surface shadow-floating"
      />
    </picture>
  );
}

function sourcesOf({ small, large }: { small: string; large: string }): string {
  return `${small} 800w, ${large} 1600w`;
}
