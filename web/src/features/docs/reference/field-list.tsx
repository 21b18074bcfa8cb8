import type { ApiSchema } from '#features/docs/reference/api-document.ts';
import { TypeInWords } from '#features/docs/reference/type-in-words.tsx';
import { Worded } from '#features/docs/reference/worded.tsx';

/** The fields of an object, or of each of its variants. */
export function FieldList({ schema }: { schema: ApiSchema }) {
  if (schema.anyOf) {
    return schema.anyOf.map((one, position) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a schema's parts have no names and never move
      <div key={position}>
        {position > 0 && <p>or</p>}
        <FieldList schema={one} />
      </div>
    ));
  }
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return null;
  return (
    <dl className="docs-fields">
      {fields.map(([name, field]) => (
        <Field key={name} name={name} schema={field} note={schema.required?.includes(name) ? '' : 'optional'} />
      ))}
    </dl>
  );
}

interface FieldProps {
  readonly name: string;
  readonly schema: ApiSchema;
  readonly note: string;
  readonly description?: string | undefined;
}

export function Field({ name, schema, note, description = schema.description }: FieldProps) {
  return (
    <div>
      <dt>
        <code>{name}</code> {note && <small>{note}</small>}
      </dt>
      <dd>
        <TypeInWords schema={schema} />
        {description !== undefined && (
          <>
            . <Worded text={description} />
          </>
        )}
        {schema.properties && <FieldList schema={schema} />}
      </dd>
    </div>
  );
}
