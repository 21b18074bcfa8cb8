import { Fragment } from 'react';
import { type ApiAnswer, type ApiOperation, nameOfRef, schemaNamed } from '#features/docs/reference/api-document.ts';
import { Field, FieldList } from '#features/docs/reference/field-list.tsx';
import { type ListedOperation, ownResponses } from '#features/docs/reference/list-operations.ts';
import { TypeInWords } from '#features/docs/reference/type-in-words.tsx';
import { Worded } from '#features/docs/reference/worded.tsx';

const places: Readonly<Record<string, string>> = { path: 'in the address', query: 'after the ?', header: 'header' };

/** One call of the API with its whole description. */
export function OperationEntry({ id, method, path, operation }: ListedOperation) {
  const { summary, description, parameters = [], requestBody } = operation;
  return (
    <article className="docs-operation">
      <h3 id={id}>
        <a href={`#${id}`} className="docs-anchor">
          <Worded text={summary} />
        </a>
      </h3>
      <p className="docs-call">
        <b>{method}</b> <code>{path}</code>
      </p>
      <p className="docs-access">{operation['x-access']}</p>
      {description !== undefined && (
        <p>
          <Worded text={description} />
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl className="docs-fields">
            {parameters.map(({ name, in: place, required, schema, description: note }) => (
              <Field
                key={name}
                name={name}
                schema={schema}
                note={`${places[place] ?? place}${required ? '' : ', optional'}`}
                description={note}
              />
            ))}
          </dl>
        </>
      )}
      {requestBody && <Body {...requestBody} />}
      <h4>Responses</h4>
      <dl className="docs-fields">
        {ownResponses(operation).map(([status, answer]) => (
          <div key={status}>
            <dt>
              <b>{status}</b>
            </dt>
            <dd>
              <Answer {...answer} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function Body({ content }: NonNullable<ApiOperation['requestBody']>) {
  const types = Object.keys(content);
  const ref = Object.values(content)[0]?.schema.$ref ?? '';
  return (
    <>
      <h4>Body</h4>
      <p className="docs-access">
        {types.map((type, position) => (
          <Fragment key={type}>
            {position > 0 && ' or '}
            <code>{type}</code>
          </Fragment>
        ))}
      </p>
      <FieldList schema={schemaNamed(nameOfRef(ref))} />
    </>
  );
}

function Answer({ description, content = {}, 'x-codes': codes }: ApiAnswer) {
  if (codes) {
    return Object.entries(codes).map(([code, message]) => (
      <div key={code}>
        <code>{code}</code> <Worded text={message} />
      </div>
    ));
  }
  return (
    <>
      <Worded text={description} />
      {Object.entries(content).map(([type, { schema }], position) => (
        <Fragment key={type}>
          {position === 0 ? ': ' : ' or '}
          {schema.$ref === undefined ? <code>{type}</code> : <TypeInWords schema={schema} />}
        </Fragment>
      ))}
    </>
  );
}
