import { draw, text } from '../draw';
import type { Param } from '../methods/catalogue';
import { createField, getDefault, getExample, listChoices } from '../methods/form';
import { type Label, say, type TextRef } from '../texts';
import { useApp } from './AppContext';
import { FieldNote } from './FieldNote';
import { Offers } from './Offers';
import { SchemaFields } from './SchemaFields';

type Props = {
  readonly param: Param;
  readonly value: string;
  readonly fault: TextRef | null;
  /** Address of the current account. */
  readonly account: string | null;
  readonly onChange: (value: string) => void;
};

const mostRows = 14;
const fewestRows = 3;

export function ParamField({ param, value, fault, account, onChange }: Props) {
  const { nameOf } = useApp().journey;
  const { name, required, schema } = param;
  const id = `param-${name}`;
  const shared = {
    id,
    'data-testid': id,
    value,
    'aria-required': required,
    'aria-invalid': fault !== null,
    'aria-describedby': `${id}-note`,
  };
  const placeholder = getDefault(schema) ?? getExample(schema) ?? undefined;
  const field = createField(schema);
  const rows = Math.min(mostRows, Math.max(fewestRows, value.split('\n').length));
  return (
    <div className="field">
      <label htmlFor={id}>
        <code>{name}</code>
        <span className="quiet">{text(required ? 'page.required' : 'page.optional')}</span>
      </label>
      {field === 'choice' && (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          {!(required && value) && (
            <option value="">
              {required
                ? text('methods.choose')
                : text('methods.notSent', { what: defaultText(param, nameOf) })}
            </option>
          )}
          {listChoices(schema).map((choice) => (
            <option key={choice} value={choice}>
              {draw(choiceText(choice, nameOf))}
            </option>
          ))}
        </select>
      )}
      {field === 'text' && (
        <input
          {...shared}
          className="code"
          autoComplete="off"
          spellCheck={false}
          placeholder={required ? undefined : placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {field === 'json' && (
        <textarea
          {...shared}
          className="code"
          rows={rows}
          spellCheck={false}
          placeholder={required ? undefined : 'JSON'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <Offers name={name} value={value} account={account} onPick={onChange} />
      <FieldNote id={id} isFault={fault !== null} lang={fault === null ? 'en' : undefined}>
        {fault === null ? schema.description : draw(fault)}
      </FieldNote>
      {field === 'json' && <SchemaFields schema={schema} />}
    </div>
  );
}

type NameOf = (chainId: string) => Label;

const defaultText = ({ schema }: Param, nameOf: NameOf): TextRef => {
  const value = getDefault(schema);
  if (value === null) return say('methods.noDefault');
  return say('methods.default', { value: choiceText(value, nameOf) });
};

/** Shows a network's id with its name. */
const choiceText = (choice: string, nameOf: NameOf): Label => {
  const name = nameOf(choice);
  if (name === choice) return choice;
  return say('methods.named', { name, value: choice });
};
