import type { ReactNode } from 'react';
import { FieldNote } from './FieldNote';

type Props = {
  /** Also the `data-testid`. */
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly fault: string | null;
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly unit?: string;
  readonly isHex?: boolean;
  readonly onChange: (value: string) => void;
};

export function TextField(props: Props) {
  const { id, label, hint, value, fault, inputMode = 'text', unit, isHex, onChange } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="with-unit">
        <input
          id={id}
          data-testid={id}
          className={isHex ? 'code' : undefined}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      <FieldNote id={id} isFault={fault !== null}>
        {fault ?? hint}
      </FieldNote>
    </div>
  );
}
