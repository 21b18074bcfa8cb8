import { AnchorButton } from '#components/site/anchor-button.tsx';

export function NotFoundPage() {
  return (
    <div className="mx-auto max-w-[40rem] px-4 py-24 text-center sm:px-6 sm:py-32">
      <p className="text-small font-medium text-accent">404</p>
      <h1 className="mt-2 text-display font-semibold text-balance">Page not found</h1>
      <p className="mt-4 text-heading text-muted">
        There is nothing at this address. It may have moved or never existed.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <AnchorButton href="/" variant="primary">
          Go to the start
        </AnchorButton>
        <AnchorButton href="/docs">Read the docs</AnchorButton>
      </div>
    </div>
  );
}
