import { Spinner } from '#components/ui/spinner.tsx';

interface FullPageSpinnerProps {
  /** The text beside the spinner; the spinner keeps its position without a text. */
  readonly children?: string;
}

/** It is also in the app's document before the program is loaded; the document has a title. */
export function FullPageSpinner({ children }: FullPageSpinnerProps) {
  return (
    <div className="grid min-h-dvh place-items-center text-muted">
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
