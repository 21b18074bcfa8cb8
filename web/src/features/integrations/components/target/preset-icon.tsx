import { iconOf } from '#features/integrations/offers.ts';

export function PresetIcon({ kind }: { kind: string }) {
  const Icon = iconOf(kind);
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-medium border border-line bg-sunken text-ink">
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </span>
  );
}
