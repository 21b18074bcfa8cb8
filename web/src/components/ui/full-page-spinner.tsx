import { Spinner } from '#components/ui/spinner.tsx';

interface FullPageSpinnerProps {
  /** The text beside the spinner; the spinner keeps its position without it. */
  readonly children?: string;
}

/** Also stands in the app's document, before there is a program; the document has a title. */
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
