import { draw } from '../../draw';
import { detailChoices, type RpcField } from '../../service/rpcForms';
import type { Label } from '../../texts';
import { FieldNote } from '../FieldNote';

type Props = {
  readonly field: RpcField;
  readonly value: string;
  readonly fault: Label | null;
  readonly onChange: (value: string) => void;
};

export function RpcFieldInput({ field, value, fault, onChange }: Props) {
  const { name, label, hint, kind } = field;
  const id = `rpc-field-${name}`;
  const shared = {
    id,
    'data-testid': id,
    value,
    className: 'code',
    'aria-invalid': fault !== null,
    'aria-describedby': `${id}-note`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{draw(label)}</label>
      {kind === 'text' && (
        <input
          {...shared}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {kind === 'list' && (
        <textarea
          {...shared}
          rows={2}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {kind === 'choice' && (
        <select {...shared} className="" onChange={(event) => onChange(event.target.value)}>
          {detailChoices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {draw(choice.label)}
            </option>
          ))}
        </select>
      )}
      <FieldNote id={id} isFault={fault !== null}>
        {draw(fault ?? hint)}
      </FieldNote>
    </div>
  );
}
