import { Download } from 'lucide-react';

export function ExportLabel() {
  return (
    <>
      <Download aria-hidden size={16} strokeWidth={1.75} />
      Export
    </>
  );
}
