import { apiDocument } from '#features/docs/reference/api-document.ts';
import { FieldList } from '#features/docs/reference/field-list.tsx';
import { groupOperations } from '#features/docs/reference/list-operations.ts';
import { OperationEntry } from '#features/docs/reference/operation-entry.tsx';
import { shapeId } from '#features/docs/reference/type-in-words.tsx';
import { Worded } from '#features/docs/reference/worded.tsx';

/** Every call of the API and every shape that it speaks of. */
export function ApiReference() {
  const groups = groupOperations();
  return (
    <>
      {groups.map(({ name, operations }) => (
        <p key={name} className="docs-index">
          <b>{name}</b>{' '}
          {operations.map(({ id, operation }) => (
            <a key={id} href={`#${id}`}>
              <Worded text={operation.summary} />
            </a>
          ))}
        </p>
      ))}
      {groups.map(({ name, operations }) => (
        <section key={name}>
          <h2 id={groupId(name)}>
            <a href={`#${groupId(name)}`} className="docs-anchor">
              {name}
            </a>
          </h2>
          {operations.map((operation) => (
            <OperationEntry key={operation.id} {...operation} />
          ))}
        </section>
      ))}
      <h2 id="shapes">
        <a href="#shapes" className="docs-anchor">
          Shapes
        </a>
      </h2>
      {Object.entries(apiDocument.components.schemas).map(([name, schema]) => (
        <article key={name} className="docs-operation">
          <h3 id={shapeId(name)}>
            <a href={`#${shapeId(name)}`} className="docs-anchor">
              {name}
            </a>
          </h3>
          <FieldList schema={schema} />
        </article>
      ))}
    </>
  );
}

function groupId(name: string): string {
  return `group-${name.toLowerCase().replaceAll(' ', '-')}`;
}
