import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { PageTitle } from '#components/ui/page.tsx';
import { Wordmark } from '#components/ui/wordmark.tsx';
import { useUser } from '#lib/services.tsx';

/** The page to which the payment provider returns people. */
export function PaymentFrame({ title, children }: { title: string; children: ReactNode }) {
  if (!useUser().needsSubscription) return <Navigate to="/dashboard" replace />;
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(4rem,16dvh)] pb-16">
      <PageTitle>{title}</PageTitle>
      <div className="w-full max-w-[28rem]">
        <Wordmark />
        <h1 className="mt-8 text-title font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
