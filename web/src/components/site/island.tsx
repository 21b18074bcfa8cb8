export type IslandName = 'demo' | 'docs-search' | 'member-offer';

interface IslandProps {
  readonly name: IslandName;
  /** When its script is loaded: once it is `touched`, once it is `near` the window, or at once for a `member`. */
  readonly when: 'touched' | 'near' | 'member';
  readonly className?: string;
}

/**
 * A part of a public page that React takes over in the browser, with a root of its own. `app/islands.ts` names the
 * component of each. The build writes its content, except for members: the build does not know them.
 */
export function Island({ name, when, className }: IslandProps) {
  return <div data-island={name} data-when={when} className={className} />;
}
