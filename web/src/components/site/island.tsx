export type IslandName = 'demo' | 'docs-search' | 'member-offer';

interface IslandProps {
  readonly name: IslandName;
  /**
   * When its script is loaded: once the island is `touched`, once it is `near` the window, or immediately for a
   * `member`.
   */
  readonly when: 'touched' | 'near' | 'member';
  readonly className?: string;
}

/**
 * A part of a public page that React hydrates in the browser, with its own root. `app/islands.ts` maps each name to its
 * component. The build writes its content, except for members, whom the build does not know.
 */
export function Island({ name, when, className }: IslandProps) {
  return <div data-island={name} data-when={when} className={className} />;
}
