import { Navigate } from 'react-router-dom';
import { useSessionState } from '#lib/services.tsx';
import { EntranceFrame } from '#routes/entrance/entrance-frame.tsx';

/** The page after an account was deleted. */
export function GoodbyePage() {
  const state = useSessionState();
  if (state.status === 'signed-in') return <Navigate to="/dashboard" replace />;
  return (
    <EntranceFrame title="Your account is deleted" intro="We erase what was in it now. This cannot be undone.">
      <ul className="grid list-disc gap-2 pl-5">
        <li>Your forms take no more submissions. They are erased with everything that was sent to them.</li>
        <li>Your API keys, sessions and the record of your activity are erased.</li>
        <li>A subscription, if you had one, is canceled.</li>
      </ul>
      <p className="mt-6">An email confirms it.</p>
      <p className="mt-6">
        <a href="/" className="font-medium text-accent underline hover:text-accent-hover">
          To the start page
        </a>
      </p>
    </EntranceFrame>
  );
}
