import { inputClass } from '#components/ui/field.tsx';
import { SearchIcon } from '#components/ui/search-icon.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <div className="relative">
      <SearchIcon />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} min-h-11 pl-9 sm:min-h-10`}
      />
    </div>
  );
}
