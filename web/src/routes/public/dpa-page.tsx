import { Dpa } from '#features/legal/components/dpa.tsx';

export function DpaPage() {
  return <Dpa />;
}
