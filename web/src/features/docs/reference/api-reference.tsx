import { apiDocument } from '#features/docs/reference/api-document.ts';
import { FieldList } from '#features/docs/reference/field-list.tsx';
import { commonRefusals, groupOperations, operationsOf } from '#features/docs/reference/list-operations.ts';
import { OperationEntry } from '#features/docs/reference/operation-entry.tsx';
import { shapeId } from '#features/docs/reference/type-in-words.tsx';
import { Worded } from '#features/docs/reference/worded.tsx';

/** Every call by its name, as a link. */
export function ApiIndex() {
  return groupOperations().map(({ name, operations }) => (
    <p key={name} className="docs-index">
      <b>{name}</b>{' '}
      {operations.map(({ id, href, operation }) => (
        <a key={id} href={href}>
          <Worded text={operation.summary} />
        </a>
      ))}
    </p>
  ));
}

/** The errors that most calls share. */
export function CommonErrors() {
  return (
    <dl className="docs-fields">
      {commonRefusals.map(({ status, code, message }) => (
        <div key={status + message}>
          <dt>
            <b>{status}</b> <code>{code}</code>
          </dt>
          <dd>
            <Worded text={message} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The calls of one group of the document; the page writes the headings, so that its table of contents lists them. */
export function ApiGroup({ name }: { name: string }) {
  return operationsOf(name).map((operation) => <OperationEntry key={operation.id} {...operation} />);
}

/** Every schema that the calls refer to. */
export function ApiShapes() {
  return Object.entries(apiDocument.components.schemas).map(([name, schema]) => (
    <article key={name} className="docs-operation">
      <h3 id={shapeId(name)}>
        <a href={`#${shapeId(name)}`} className="docs-anchor">
          {name}
        </a>
      </h3>
      <FieldList schema={schema} />
    </article>
  ));
}
