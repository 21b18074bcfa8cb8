/** A channel that leads from the edge to a basin, and the name. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-ink">
      <svg aria-hidden width="24" height="24" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path d="M13.5 0h5v11.4a7.5 7.5 0 1 1-5 0z" className="fill-on-accent" />
      </svg>
      <span className="font-semibold text-heading">Inlet</span>
    </span>
  );
}
