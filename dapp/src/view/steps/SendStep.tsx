import { useEffect, useState } from 'react';
import { parseAmount, plainAmount, strkDecimals } from '../../chain/amount';
import { parseAddress } from '../../chain/felt';
import { neighbour } from '../../chain/localChain';
import { language } from '../../language';
import { useStore } from '../../store';
import { useApp } from '../AppContext';
import { TextField } from '../TextField';
import { StepFrame } from './StepFrame';

type Faults = { readonly recipient: string | null; readonly amount: string | null };
/** 1.5 STRK */
const firstAmountFri = 15n * 10n ** 17n;
const noFaults: Faults = { recipient: null, amount: null };

export function SendStep() {
  const { journey, session } = useApp();
  const { balanceFri } = useStore(session.store);
  const suggestion = useNeighbour();
  const [typed, setTyped] = useState<string | null>(null);
  const [amount, setAmount] = useState(() => plainAmount(firstAmountFri, strkDecimals, language));
  const [faults, setFaults] = useState(noFaults);
  const recipient = typed ?? suggestion ?? '';

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
      title="Send STRK"
      lead="The wallet shows what leaves, who gets it and what it costs. Nothing is signed before you approve."
      action="Send"
      again="Send again"
      canRun={suggestion !== undefined || typed !== null}
      onRun={run}
      fields={
        <>
          <TextField
            id="send-recipient"
            label="Recipient"
            hint={
              suggestion &&
              recipient === suggestion &&
              'Filled in: an account that exists on this local chain.'
            }
            isHex
            value={recipient}
            fault={faults.recipient}
            onChange={(text) => {
              setTyped(text);
              journey.path.retract('send');
              setFaults({ ...faults, recipient: null });
            }}
          />
          <TextField
            id="send-amount"
            label="Amount"
            unit="STRK"
            inputMode="decimal"
            value={amount}
            fault={faults.amount}
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

/** @throws RangeError with a sentence for the person who typed it */
function payable(text: string, balanceFri: bigint | null): bigint {
  const amount = parseAmount(text, strkDecimals, language);
  if (amount === 0n) throw new RangeError('Enter more than nothing.');
  if (balanceFri !== null && amount >= balanceFri)
    throw new RangeError('This is more than the balance less the fee.');
  return amount;
}

type Attempt<T> = { value: T; fault: null } | { value: null; fault: string };

function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read(), fault: null };
  } catch (error) {
    return { value: null, fault: error instanceof Error ? error.message : String(error) };
  }
}
