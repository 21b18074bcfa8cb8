/** A website by its name. The scheme, which nearly all share, can be heard and copied, but takes no space. */
export function OriginChip({ origin }: { origin: string | null }) {
  const [, scheme = '', name = ''] = /^(https:\/\/)?(.*)$/.exec(origin ?? 'Unknown') ?? [];
  return (
    <span title={origin ?? undefined} className={chipClass}>
      {scheme !== '' && <span className="text-[0px] leading-0">{scheme}</span>}
      {name}
    </span>
  );
}

const chipClass =
  'inline-block max-w-full truncate rounded-small border border-line bg-sunken px-1.5 align-middle text-caption leading-4.5 font-normal text-muted';
