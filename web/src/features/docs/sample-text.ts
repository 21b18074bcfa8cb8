import { Children, cloneElement, isValidElement, type ReactNode } from 'react';

interface WithChildren {
  readonly children?: ReactNode;
}

/** The same elements with every text changed. */
export function mapText(node: ReactNode, change: (text: string) => string): ReactNode {
  if (typeof node === 'string') return change(node);
  if (Array.isArray(node)) return Children.map(node, (child: ReactNode) => mapText(child, change));
  if (!isValidElement<WithChildren>(node)) return node;
  return cloneElement(node, {}, mapText(node.props.children, change));
}
