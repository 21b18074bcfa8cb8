import { type EventType, eventTypes } from '@inlet/contracts/targets';
import { useId } from 'react';
import { Choice } from '#components/ui/choice.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { eventNames } from '#features/integrations/event-names.ts';

interface EventChoiceProps {
  readonly events: readonly EventType[];
  readonly error: string | undefined;
  readonly onChange: (events: readonly EventType[]) => void;
}

export function EventChoice({ events, error, onChange }: EventChoiceProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 text-small font-medium">Events</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {eventTypes.map((type) => (
          <Choice
            key={type}
            type="checkbox"
            label={eventNames[type].name}
            hint={eventNames[type].explanation}
            isChecked={events.includes(type)}
            isInvalid={error !== undefined}
            onChange={(isChecked) =>
              onChange(eventTypes.filter((other) => (other === type ? isChecked : events.includes(other))))
            }
          />
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
