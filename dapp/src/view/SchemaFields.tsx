import { draw, text } from '../draw';
import type { Schema } from '../methods/catalogue';
import { joinAlternatives, type Label, say } from '../texts';

/** The properties of an object, or of each object in a list. */
export function SchemaFields({ schema }: { schema: Schema }) {
  const [part] = [schema, ...(schema.anyOf ?? [])].filter((one) => one.items || one.properties);
  const { properties, required = [] } = part?.items ?? part ?? {};
  if (!properties) return null;
  return (
    <details className="schema">
      <summary>{text(part?.items ? 'methods.fieldsOfEach' : 'methods.fields')}</summary>
      <dl>
        {Object.entries(properties).map(([name, part]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              <span className="quiet">
                {text(required.includes(name) ? 'page.required' : 'page.optional')}
              </span>
            </dt>
            <dd>
              <Meaning schema={part} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** A field's kind, and the module's description of it, which is in English. */
function Meaning({ schema }: { schema: Schema }) {
  const kind = draw(kindOf(schema));
  return (
    <>
      {kind}
      {kind && schema.description && '. '}
      <span lang="en">{schema.description}</span>
    </>
  );
}

function kindOf({ type, enum: choices, anyOf, oneOf, items }: Schema): Label {
  if (choices)
    return say('methods.oneOf', {
      choices: choices.map((choice) => JSON.stringify(choice)).join(', '),
    });
  if (items) return say('methods.listOf', { what: kindOf(items) || say('methods.anything') });
  const types = typeof type === 'string' ? [type] : (type ?? (anyOf ?? oneOf ?? []).map(kindOf));
  return joinAlternatives(types);
}
