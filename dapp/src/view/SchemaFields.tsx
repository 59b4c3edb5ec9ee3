import type { Schema } from '../methods/catalogue';

/** The properties of an object, or of each object in a list. */
export function SchemaFields({ schema }: { schema: Schema }) {
  const [part] = [schema, ...(schema.anyOf ?? [])].filter((one) => one.items || one.properties);
  const { properties, required = [] } = part?.items ?? part ?? {};
  if (!properties) return null;
  return (
    <details className="schema">
      <summary>{part?.items ? 'Fields of each' : 'Fields'}</summary>
      <dl>
        {Object.entries(properties).map(([name, part]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              <span className="quiet">{required.includes(name) ? 'required' : 'optional'}</span>
            </dt>
            <dd>{[kindOf(part), part.description].filter(Boolean).join('. ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function kindOf({ type, enum: choices, anyOf, oneOf, items }: Schema): string {
  if (choices) return `One of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
  if (items) return `List of ${kindOf(items) || 'anything'}`;
  const types = typeof type === 'string' ? [type] : (type ?? (anyOf ?? oneOf ?? []).map(kindOf));
  return types.join(' or ');
}
