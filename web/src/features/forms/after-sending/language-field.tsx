import { languageNames, languages } from '@inlet/contracts/languages';
import { useId } from 'react';
import { inputClass } from '#components/ui/field.tsx';

interface LanguageFieldProps {
  /** Empty for the language of each visitor's browser. */
  readonly language: string;
  readonly onChange: (language: string) => void;
}

/** The language of what visitors see. */
export function LanguageField({ language, onChange }: LanguageFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        Language of visitors’ pages
      </label>
      <select
        id={id}
        value={language}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} min-h-11 sm:min-h-10`}
      >
        <option value="">Each visitor’s own language</option>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-2 text-small text-muted">
        {language === ''
          ? 'Their browser says which. Other languages than these twelve get English, and so do mails to visitors. Your own texts stay as you write them.'
          : 'Mails to visitors have it too. Your own texts stay as you write them.'}
      </p>
    </div>
  );
}
