import Search from 'virtual:lucide/search';

/** The icon within a search box. */
export function SearchIcon() {
  return (
    <Search
      aria-hidden
      size={16}
      strokeWidth={1.75}
      className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
    />
  );
}
