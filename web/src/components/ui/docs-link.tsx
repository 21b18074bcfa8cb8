interface DocsLinkProps {
  /** The name of a page of the documentation. */
  readonly page: string;
  readonly children: string;
}

/** A link from a screen to the page of the documentation that explains it. */
export function DocsLink({ page, children }: DocsLinkProps) {
  return (
    <a href={`/docs/${page}`} className="font-medium text-accent underline hover:text-accent-hover">
      {children}
    </a>
  );
}
