import { blockShots, blockSize } from '#features/landing/block-shots.ts';

interface BlockShotProps {
  readonly name: keyof typeof blockShots;
  readonly alt: string;
}

/** A real part of the product, loaded once it is near: no visitor waits for a picture below the first screen. */
export function BlockShot({ name, alt }: BlockShotProps) {
  const { light, dark } = blockShots[name];
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={dark} {...blockSize} />
      <img
        {...blockSize}
        src={light}
        alt={alt}
        loading="lazy"
        decoding="async"
        fetchPriority="low"
        className="h-auto w-full rounded-large border border-line bg-surface"
      />
    </picture>
  );
}
