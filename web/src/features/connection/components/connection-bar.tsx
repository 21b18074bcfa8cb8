import WifiOff from 'virtual:lucide/wifi-off';
import { useState } from 'react';
import { Spinner } from '#components/ui/spinner.tsx';
import { useConnection } from '#lib/services.tsx';

/** Reports a lost connection. It appears and disappears on its own, without moving the page. */
export function ConnectionBar() {
  const { isReachable, check } = useConnection();
  const [isChecking, setIsChecking] = useState(false);

  async function retry() {
    setIsChecking(true);
    await check();
    setIsChecking(false);
  }

  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-full flex justify-center px-4 pt-2">
      {!isReachable && (
        <div className="pointer-events-auto flex min-h-11 max-w-full items-center gap-3 rounded-medium border border-warning-line bg-warning-soft py-1 pr-1 pl-4 text-small text-warning shadow-floating">
          <WifiOff aria-hidden size={16} strokeWidth={2} className="shrink-0" />
          <p>Inlet cannot be reached. Trying again…</p>
          <button
            type="button"
            onClick={() => void retry()}
            aria-disabled={isChecking || undefined}
            className="relative min-h-9 shrink-0 rounded-small px-3 font-medium underline-offset-4 hover:underline"
          >
            <span className={isChecking ? 'opacity-0' : undefined}>Try now</span>
            {isChecking && (
              <span className="absolute inset-0 grid place-items-center">
                <Spinner label="Trying" />
              </span>
            )}
          </button>
        </div>
      )}
    </div>
  );
}
