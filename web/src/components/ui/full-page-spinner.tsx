import { Spinner } from '#components/ui/spinner.tsx';

export function FullPageSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center text-muted">
      <title>Inlet</title>
      <Spinner label="Loading" size={24} />
    </div>
  );
}
