import type { ComponentProps, ComponentType } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { IconProps } from '#components/ui/icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: ComponentType<IconProps>;
  /** The button's name for screen readers. */
  readonly label: string;
}

export function IconButton({ icon: Icon, label, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...props}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-medium text-muted transition-tint hover:bg-hover hover:text-ink sm:size-9',
        className,
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} />
    </button>
  );
}
