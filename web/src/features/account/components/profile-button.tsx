import type { ComponentProps } from 'react';

export function ProfileButton({ email, ...props }: { email: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="Profile"
      aria-haspopup="menu"
      {...props}
      className="group inline-grid size-11 place-items-center rounded-full sm:size-9"
    >
      <span className="grid size-8 place-items-center rounded-full border border-line bg-accent-soft text-caption font-semibold text-accent transition-tint group-hover:border-accent">
        {email.charAt(0).toUpperCase()}
      </span>
    </button>
  );
}
