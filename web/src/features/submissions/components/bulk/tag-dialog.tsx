import { tagMaxLength } from '@inlet/contracts/submission-limits';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { ToolButton } from '#features/submissions/components/filters/filter-bar.tsx';
import type { StateSet } from '#features/submissions/state-change.ts';

interface TagDialogProps {
  /** The tags of the form. */
  readonly known: readonly string[];
  /** The tags of the chosen submissions. */
  readonly own: readonly string[];
  readonly onSet: (set: StateSet) => void;
  readonly onClose: () => void;
}

/** Adds a tag to several submissions, or removes it. */
export function TagDialog({ known, own, onSet, onClose }: TagDialogProps) {
  const [tag, setTag] = useState('');

  function add(event: FormEvent) {
    event.preventDefault();
    if (tag.trim() !== '') onSet({ addTags: [tag.trim()] });
  }

  return (
    <Dialog isOpen onClose={onClose} title="Tags">
      <form onSubmit={add} className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label="Tag to add"
            value={tag}
            maxLength={tagMaxLength}
            autoComplete="off"
            onChange={(event) => setTag(event.target.value)}
          />
        </div>
        <Button type="submit" variant="primary" className="sm:min-h-10">
          Add
        </Button>
      </form>
      <Choices
        title="Tags of this form"
        tags={known.filter((each) => !own.includes(each))}
        onChoose={(each) => onSet({ addTags: [each] })}
      />
      <Choices title="Remove" tags={own} onChoose={(each) => onSet({ removeTags: [each] })} />
    </Dialog>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly tags: readonly string[];
  readonly onChoose: (tag: string) => void;
}

function Choices({ title, tags, onChoose }: ChoicesProps) {
  if (tags.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="mb-2 text-small font-medium text-muted">{title}</h3>
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <ToolButton key={tag} onClick={() => onChoose(tag)}>
            {tag}
          </ToolButton>
        ))}
      </div>
    </div>
  );
}
