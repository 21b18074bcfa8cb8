import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Section } from '#components/ui/section.tsx';
import { useUser } from '#lib/services.tsx';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('#features/account/components/delete-account-dialog.tsx')).DeleteAccountDialog,
}));

export function DeleteAccount() {
  const { needsSubscription } = useUser();
  const [isAsking, setIsAsking] = useState(false);
  /** The dialog stays after it closes, so that it can return the focus. */
  const [hasAsked, setHasAsked] = useState(false);

  function ask() {
    setHasAsked(true);
    setIsAsking(true);
  }

  return (
    <Section
      title="Danger Zone"
      intro={`Deletes your account with every form and submission${needsSubscription ? ', and cancels your subscription' : ''}.`}
      isDangerous
      action={
        <Button variant="danger" onClick={ask} className="self-start sm:self-auto">
          Delete account
        </Button>
      }
    >
      {hasAsked && (
        <Suspense>
          <DeleteAccountDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </Section>
  );
}
