import { type ComponentProps, useState } from 'react';
import { TextField } from '#components/ui/field.tsx';

/**
 * A password that can be shown while it is typed. The button's name omits the word "password": only the field has this
 * name.
 */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'beside'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      beside={
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 right-0 rounded-medium px-3 text-small font-medium text-muted transition-tint hover:text-ink"
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
