import { Spots } from '#features/pricing/components/spots.tsx';

export function OfferBanner() {
  return (
    <section
      aria-labelledby="special"
      className="rounded-large border border-line bg-accent-soft p-6 [&_[role=progressbar]]:bg-canvas"
    >
      <h2 id="special" className="text-heading font-semibold">
        Limited Time: Early Pro Special
      </h2>
      <p className="mt-1 mb-4 text-small text-muted">
        A limited number of spots, given out through the waitlist while Inlet is in private beta.
      </p>
      <Spots />
    </section>
  );
}
