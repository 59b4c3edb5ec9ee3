import { draw } from '../../draw';
import type { Label } from '../../texts';

type Props = {
  /** Also used as `data-testid`. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: Label])[];
  readonly onChange: (value: string) => void;
};

export function SelectField({ id, label, value, choices, onChange }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        data-testid={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {draw(text)}
          </option>
        ))}
      </select>
    </div>
  );
}
