import { AnchorButton } from '#components/site/anchor-button.tsx';
import { Where } from '#components/site/where.tsx';
import { useSite } from '#lib/site.tsx';

interface EntranceButtonProps {
  readonly className?: string;
  /** False beside a link to the sign-in. */
  readonly leadsToSignIn?: boolean;
}

/** The main button of a public page: sign up if it is open, otherwise the waitlist, or sign in without a waitlist. */
export function EntranceButton({ className = '', leadsToSignIn = true }: EntranceButtonProps) {
  const { sellsPlans } = useSite();
  return (
    <>
      <Where part="SIGN_UP_OPEN">
        <AnchorButton href="/auth?mode=sign-up" variant="primary" className={className}>
          Create account
        </AnchorButton>
      </Where>
      <Where part="SIGN_UP_INVITE">
        {sellsPlans && (
          <AnchorButton href="/auth?early_pro=true" variant="primary" className={className}>
            Join Waitlist
          </AnchorButton>
        )}
        {!sellsPlans && leadsToSignIn && (
          <AnchorButton href="/auth" variant="primary" className={className}>
            Sign in
          </AnchorButton>
        )}
      </Where>
    </>
  );
}
