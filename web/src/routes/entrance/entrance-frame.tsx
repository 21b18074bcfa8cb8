import type { ReactNode } from 'react';
import { PageTitle } from '#components/ui/page.tsx';
import { Wordmark } from '#components/ui/wordmark.tsx';

interface EntranceFrameProps {
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
}

/** A page of one small task that needs no session: signing in, and the links of mails. */
export function EntranceFrame({ title, intro, children }: EntranceFrameProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(4rem,16dvh)] pb-16">
      <PageTitle>{title}</PageTitle>
      <div className="w-full max-w-[24rem]">
        <a href="/" aria-label="Inlet, to the start page" className="-my-2 inline-flex rounded-medium py-2">
          <Wordmark />
        </a>
        <h1 className="mt-8 text-title font-semibold">{title}</h1>
        <p className="mt-1 mb-8 text-muted">{intro}</p>
        {children}
      </div>
    </main>
  );
}
