import type { ComponentProps, ReactNode } from 'react';

export interface IconProps extends ComponentProps<'svg'> {
  /** In pixels. */
  readonly size?: number;
}
export type Icon = (props: IconProps) => ReactNode;

/**
 * Makes a component of a drawing.
 *
 * @public `virtual:lucide/` and `virtual:brand/` import it.
 */
export function icon(drawing: ReactNode): Icon {
  return ({ size = 24, ...props }) => (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {drawing}
    </svg>
  );
}
