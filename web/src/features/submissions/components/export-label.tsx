import { Download } from '#components/ui/icons.tsx';

export function ExportLabel() {
  return (
    <>
      <Download aria-hidden size={16} strokeWidth={1.75} />
      Export
    </>
  );
}
