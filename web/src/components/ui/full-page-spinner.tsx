import { Spinner } from '#components/ui/spinner.tsx';

/** `children` says what is waited for; the spinner stays where it is without it. */
export function FullPageSpinner({ children }: { children?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center text-muted">
      <title>Inlet</title>
      <div className="relative grid justify-items-center">
        <Spinner label="Loading" size={24} />
        {children && (
          <p role="status" className="absolute top-full mt-4 text-small whitespace-nowrap">
            {children}
          </p>
        )}
      </div>
    </div>
  );
}
