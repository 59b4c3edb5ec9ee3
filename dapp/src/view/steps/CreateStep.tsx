import { useState } from 'react';
import { draw, text } from '../../draw';
import { say, type TextRef } from '../../texts';
import { useApp } from '../AppContext';
import { TextField } from '../TextField';
import { StepFrame } from './StepFrame';

const wholeNumber = /^\d{1,9}$/u;

export function CreateStep() {
  const { journey } = useApp();
  const [typed, setTyped] = useState('0');
  const [fault, setFault] = useState<TextRef | null>(null);

  function run() {
    const isNumber = wholeNumber.test(typed.trim());
    setFault(isNumber ? null : say('path.create.indexFault'));
    if (isNumber) void journey.create(Number(typed));
  }

  return (
    <StepFrame
      name="create"
      title={text('path.create.title')}
      lead={text('path.create.lead')}
      action={text('path.create.action')}
      onRun={run}
      fields={
        <TextField
          id="create-index"
          label={text('path.create.index')}
          hint={text('path.create.indexHint')}
          inputMode="numeric"
          value={typed}
          fault={fault && draw(fault)}
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
