import { useEffect, useState } from 'react';
import { parseAmount, plainAmount, strkDecimals } from '../../chain/amount';
import { parseAddress } from '../../chain/felt';
import { neighbour } from '../../chain/localChain';
import { draw, text } from '../../draw';
import { numberLocale } from '../../numbers';
import { useStore } from '../../store';
import { type Label, say } from '../../texts';
import { describeFailure, textError } from '../../wallet/failure';
import { useApp } from '../AppContext';
import { TextField } from '../TextField';
import { StepFrame } from './StepFrame';

type Faults = { readonly recipient: Label | null; readonly amount: Label | null };
/** 1.5 STRK */
const firstAmountFri = 15n * 10n ** 17n;
const noFaults: Faults = { recipient: null, amount: null };

export function SendStep() {
  const { journey, session } = useApp();
  const { balanceFri } = useStore(session.store);
  const suggestion = useNeighbour();
  const [typed, setTyped] = useState<string | null>(null);
  const [entered, setAmount] = useState<string | null>(null);
  const [faults, setFaults] = useState(noFaults);
  const recipient = typed ?? suggestion ?? '';
  const amount = entered ?? plainAmount(firstAmountFri, strkDecimals, numberLocale);

  function run() {
    const to = attempt(() => parseAddress(recipient));
    const sum = attempt(() => payable(amount, balanceFri));
    setFaults({ recipient: to.fault, amount: sum.fault });
    if (to.fault ?? sum.fault) journey.path.retract('send');
    if (to.value !== null && sum.value !== null)
      void journey.send({ recipient: to.value, amountFri: sum.value });
  }

  return (
    <StepFrame
      name="send"
      title={text('path.send.title')}
      lead={text('path.send.lead')}
      action={text('page.send')}
      repeatAction={text('path.send.again')}
      canRun={suggestion !== undefined || typed !== null}
      onRun={run}
      fields={
        <>
          <TextField
            id="send-recipient"
            label={text('path.send.recipient')}
            hint={suggestion && recipient === suggestion && text('path.send.recipientHint')}
            isHex
            value={recipient}
            fault={faults.recipient && draw(faults.recipient)}
            onChange={(text) => {
              setTyped(text);
              journey.path.retract('send');
              setFaults({ ...faults, recipient: null });
            }}
          />
          <TextField
            id="send-amount"
            label={text('path.send.amount')}
            unit="STRK"
            inputMode="decimal"
            value={amount}
            fault={faults.amount && draw(faults.amount)}
            onChange={(text) => {
              setAmount(text);
              journey.path.retract('send');
              setFaults({ ...faults, amount: null });
            }}
          />
        </>
      }
    />
  );
}

/** A recipient on the local chain; null if there is none, undefined while loading. */
function useNeighbour(): string | null | undefined {
  const { journey, session, log } = useApp();
  const { module } = useStore(session.store);
  const [address, setAddress] = useState<string | null | undefined>(undefined);
  const chain = journey.faucet();
  const isConnected = module !== null;
  useEffect(() => {
    if (!isConnected) return;
    if (!chain) return setAddress(null);
    // If the chain does not answer, the log shows it and the person fills in the field.
    neighbour(chain, log).then(setAddress, () => setAddress(null));
  }, [isConnected, chain, log]);
  return address;
}

/** @throws an error with a sentence for the person who typed it */
function payable(text: string, balanceFri: bigint | null): bigint {
  const amount = parseAmount(text, strkDecimals, numberLocale);
  if (amount === 0n) throw textError(say('path.send.nothing'));
  if (balanceFri !== null && amount >= balanceFri) throw textError(say('path.send.tooMuch'));
  return amount;
}

type Attempt<T> = { value: T; fault: null } | { value: null; fault: Label };

function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read(), fault: null };
  } catch (error) {
    const { message, words } = describeFailure(error);
    return { value: null, fault: words?.message ?? message };
  }
}
