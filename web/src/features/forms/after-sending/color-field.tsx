import { TextField } from '#components/ui/field.tsx';

interface ColorFieldProps {
  readonly color: string;
  readonly error: string | undefined;
  readonly onChange: (color: string) => void;
}

/** The color of the product, with which the picker starts. */
const usual = '#0b6670';

/** A color as text, with the browser's color picker beside it. */
export function ColorField({ color, error, onChange }: ColorFieldProps) {
  const picked = /^#[0-9a-f]{6}$/i.test(color.trim()) ? color.trim().toLowerCase() : usual;
  return (
    <TextField
      label="Color"
      hint="Buttons have it. Their text is black or white, whichever is easier to read."
      name="color"
      autoComplete="off"
      spellCheck={false}
      placeholder={usual}
      value={color}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      beside={
        <input
          type="color"
          aria-label="Pick a color"
          value={picked}
          onChange={(event) => onChange(event.target.value)}
          className="absolute inset-y-0 right-0 my-auto mr-1 h-8 w-12 cursor-pointer rounded-small bg-transparent p-1"
        />
      }
    />
  );
}
