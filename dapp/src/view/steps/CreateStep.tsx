import { useState } from 'react';
import { useApp } from '../AppContext';
import { TextField } from '../TextField';
import { StepFrame } from './StepFrame';

const wholeNumber = /^\d{1,9}$/u;

export function CreateStep() {
  const { journey } = useApp();
  const [typed, setTyped] = useState('0');
  const [fault, setFault] = useState<string | null>(null);

  function run() {
    const isNumber = wholeNumber.test(typed.trim());
    setFault(isNumber ? null : 'Enter a whole number: 0 is your first account.');
    if (isNumber) void journey.create(Number(typed));
  }

  return (
    <StepFrame
      name="create"
      title="Create an account"
      lead="The module derives it from your recovery phrase and works out its address. Nothing is sent to the chain yet."
      action="Create account"
      onRun={run}
      fields={
        <TextField
          id="create-index"
          label="Index"
          hint="The same phrase gives as many accounts as you like. Index 0 is the first, which the wallet calls Account 1."
          inputMode="numeric"
          value={typed}
          fault={fault}
          onChange={(text) => {
            setTyped(text);
            setFault(null);
            journey.path.retract('create');
          }}
        />
      }
    />
  );
}
