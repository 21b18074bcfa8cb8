import { Chip } from '#components/ui/chip.tsx';

export const originChipsMax = 3;

export function OriginChips({ origins }: { origins: readonly string[] }) {
  if (origins.length === 0) return <Chip isMuted>Any website</Chip>;
  const more = origins.length - originChipsMax;
  return (
    <ul aria-label="Allowed origins" className="flex flex-wrap gap-1">
      {origins.slice(0, originChipsMax).map((origin) => (
        <li key={origin} className="flex max-w-[calc(50%-2px)] only:max-w-full">
          <Chip>{origin}</Chip>
        </li>
      ))}
      {more > 0 && (
        <li className="flex">
          <Chip isMuted>{`+${more} more`}</Chip>
        </li>
      )}
    </ul>
  );
}
