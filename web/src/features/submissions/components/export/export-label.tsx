import Download from 'virtual:lucide/download';

export function ExportLabel() {
  return (
    <>
      <Download aria-hidden size={16} strokeWidth={1.75} />
      <span className="max-sm:sr-only">Export</span>
    </>
  );
}
