import texts from '../../locales/text/en/review.json';
import { approve } from '../../src/flow/consent/approve';
import { OWN } from '../../src/flow/paymaster/options';
import { describeTransaction } from '../../src/flow/review/describe';
import { liveReview, openWithChoices } from '../../src/flow/review/open';
import { boundTransactions } from '../../src/flow/transactions/fees';
import type { TransactionReview } from '../../src/flow/transactions/review';
import { chainIds, sameFelt } from '../../src/schema/primitives';
import { toAddress, toHex } from '../../src/starknet/felt';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { medianCalldata, oracles } from '../../src/starknet/tokens/oracle';
import { allowanceParts } from '../../src/ui/review/allowance';
import type { Speed } from '../../src/ui/review/facts';
import { orderedEvents } from '../chain/orderedEvents';
import { startTrialNode, type Trial } from '../chain/trialNode';
import { readDialog, type Shown } from '../node/readDialog';
import { createClock } from '../wallet/clock';
import { findButton, listBoxes, type OpenDialog } from '../wallet/fakeDialogs';
import { awaitSettled, settle } from './amountReview';
import { openSponsor } from './openSponsor';
import { startPaymasterServer, suggestedMaximum } from './paymasterServer';

/** Factors, in thousandths, of what an honest node and paymaster say. */
export type Lies = { price: number; gas: number; quote: number; sent: number; allowed: number };

/** What a user does with an open review. */
export type Move =
  | { act: 'refresh' | 'tick' | 'untick' | 'confirm' }
  | { act: 'speed'; value: Speed }
  | { act: 'payWith'; value: 'own' | 'ether' }
  | { act: 'allow'; value: number };

/** Who tells a price of ether besides the paymaster: a service, the chain, or nobody. */
export type Priced = 'service' | 'chain' | 'nobody';

/** What can be lost, as the dialog says it: fees in STRK at the true price. */
type Stake = Record<'fee' | 'sent' | 'allowed', number>;

export type Ending = {
  /** What was in sight when it was signed; null if it was not. */
  readonly signed: Stake | null;
  /** Twice what was first shown by the user's choices alone, or ticked. */
  readonly most: Stake;
  readonly isTicked: boolean;
  /** The dialog when Confirm was last pressed. */
  readonly shown: Shown;
};

const PRICES = 'https://prices.example';
const STRK = knownTokens.STRK.address;
const ETH = knownTokens.ETH.address;
const STRK_PER_ETHER = 1_000;
const ONE = 10n ** 18n;
const SPENDER = toAddress('0x5');
const ASKED = 10;
const allowing = {
  contractAddress: STRK,
  entrypoint: 'approve',
  calldata: [SPENDER, toHex(BigInt(ASKED) * ONE), '0x0'],
};
type View = { request: { contract_address: string; calldata: string[] } };
const NO_CONTRACT = { error: { code: 20, message: 'Contract not found' } };
/** The oracle's answer: STRK at half a dollar. */
function median(calldata: readonly string[], now: number): string[] {
  const isEther = calldata[1] === medianCalldata(ETH, chainIds.sepolia)?.[1];
  const price = (BigInt(isEther ? STRK_PER_ETHER : 1) * 10n ** 8n) / 2n;
  const updated = BigInt(Math.floor(now / 1_000) - 60);
  return [toHex(price), '0x8', toHex(updated), '0x5', '0x0', '0x0'];
}
const REFRESH_MS = 20_000;
const PAUSE_MS = 3_000;
const NOT_CHANGED = texts['review.notChanged'];

const times = (amount: bigint, thousandths: number) => (amount * BigInt(thousandths)) / 1_000n;

/** The calldata of an account's only call: count, contract, selector, length, spender, low limb. */
const allowedIn = ({ transactions: [first] }: Trial): bigint =>
  BigInt(first?.type === 'INVOKE' ? (first.calldata[5] ?? 0) : 0);

/** Sums the amounts of a line such as "− 1.5 STRK", or "≈ 0.00003 ETH". */
function sumOf(values: readonly string[]): number {
  const amounts = values.map((value) => {
    const [, digits = ''] = /([\d.,]+) (?:STRK|ETH)/u.exec(value) ?? [];
    const worth = value.includes('ETH') ? STRK_PER_ETHER : 1;
    return Number(digits.replaceAll(',', '')) * worth;
  });
  return amounts.reduce((sum, each) => sum + each, 0);
}

function stakeIn(open: OpenDialog): Stake {
  // Rounded amounts stand there a second time, in full.
  const facts = readDialog(open.tree()).facts.filter(
    ({ section }) => section !== 'Amounts in full',
  );
  const valuesOf = (name: string) =>
    facts.flatMap(({ label, value }) => (label === name ? value : []));
  return {
    fee: sumOf(valuesOf('Maximum fee')),
    sent: sumOf(valuesOf('You send')),
    allowed: sumOf(valuesOf('You allow')),
  };
}

/** Reviews of a node and a paymaster that lie, played by a user of the dialog. */
export async function openPlay() {
  const node = await startTrialNode();
  const paymaster = await startPaymasterServer();
  const { fetch } = globalThis;
  node.says.balance = 10n ** 6n * ONE;
  const [gas, price] = [node.says.gas, node.says.gasPrice];

  function lie(lies: Lies, account: string): void {
    node.says.gas = times(gas, lies.gas);
    node.says.gasPrice = times(price, lies.price);
    node.says.events = (trial) => [
      // Without what the calls order, no preview is believed.
      ...orderedEvents(trial.transactions),
      {
        from: STRK,
        keys: [getSelector('Transfer'), account, '0x77'],
        data: [toHex(times(ONE, lies.sent)), '0x0'],
      },
      {
        from: STRK,
        keys: [getSelector('Approval'), account, SPENDER],
        data: [toHex(times(allowedIn(trial), lies.allowed)), '0x0'],
      },
    ];
    paymaster.lie(({ fee, typed_data }) => {
      const asked = toHex(times(suggestedMaximum, lies.quote));
      // Whatever it takes, it says that this is worth the same in STRK.
      fee.gas_token_price_in_strk = toHex(
        (BigInt(STRK_PER_ETHER) * ONE * 1_000n) / BigInt(lies.quote),
      );
      fee.suggested_max_fee_in_gas_token = asked;
      const calls = typed_data.message.Calls as { Calldata: string[] }[];
      calls.at(-1)?.Calldata.splice(1, 1, asked);
    });
  }

  async function play(
    first: Lies,
    moves: readonly (readonly [Lies, Move])[],
    priced: Priced,
  ): Promise<Ending> {
    const clock = createClock({ pausesUpToMs: 0 });
    const opened = await openSponsor(paymaster.url, {
      sepoliaUrl: node.url,
      priceUrl: PRICES,
      key: '',
      now: clock.now,
      setTimer: clock.setTimer,
      validates: () => false,
      fetch: async (url, init) =>
        String(url).startsWith(PRICES)
          ? Response.json(
              [ETH, STRK].map((address) => ({
                address,
                starknetMarket: { usd: address === ETH ? STRK_PER_ETHER / 2 : 1 / 2 },
              })),
            )
          : fetch(url, init),
      user: async (_dialog, open) => open !== undefined && operate(open),
    });
    const { module, pages } = opened;
    const request = { ...opened.request, calls: [allowing] };
    const { address } = request.account;
    if (priced === 'service') await module.settings.prices.choose('avnu');
    node.says.instead.starknet_call = ({ request: { contract_address, calldata } }: View) => {
      const isOracle = sameFelt(contract_address, oracles[chainIds.sepolia]);
      if (!isOracle) return { result: [toHex(node.says.balance), '0x0'] };
      return priced === 'chain' ? { result: median(calldata, clock.now()) } : NO_CONTRACT;
    };
    lie(first, address);
    const review = await openWithChoices(module, request);

    const ticks: Stake[] = [];
    const chosen: { speed: Speed; way: 'own' | 'ether'; ether?: number; allowed?: number } = {
      speed: 'normal',
      way: 'own',
    };
    let start: Stake | undefined;
    let end: Ending = {
      signed: null,
      most: { fee: 0, sent: 0, allowed: 0 },
      isTicked: false,
      shown: { title: '', facts: [], warnings: [], buttons: [] },
    };

    /** The own fee by the first estimate, at the chosen speed. */
    const ownFee = () => Number(boundTransactions(costedIn(review), chosen.speed).maximum) / 1e18;
    const feeShown = () => {
      if (chosen.way === 'own') return ownFee();
      // Only a tick can agree to it.
      if (priced === 'nobody') return 0;
      return Math.max(chosen.ether ?? 0, ownFee());
    };
    function mostNow(): Stake {
      const isAgreed = chosen.way === 'ether' && priced === 'nobody';
      const twice = (what: keyof Stake, shown: number) =>
        (isAgreed && what === 'fee' ? 1 : 2) * Math.max(shown, ...ticks.map((tick) => tick[what]));
      return {
        fee: twice('fee', feeShown()),
        sent: twice('sent', start?.sent ?? 0),
        allowed: twice('allowed', chosen.allowed ?? start?.allowed ?? 0),
      };
    }

    async function operate(open: OpenDialog): Promise<boolean> {
      const isClosed = () => pages.isClosed('interface-0');
      const isBusy = () => findButton(open.tree(), 'confirm')?.loading === true;
      const drawn = async () => {
        await settle();
        await awaitSettled(() => !isBusy());
      };
      start = stakeIn(open);
      const speedIn = () => {
        const shown = readDialog(open.tree()).facts.find(({ label }) => label === 'Speed')?.value;
        return shown?.toLowerCase() as Speed | undefined;
      };
      const wayIn = () =>
        readDialog(open.tree()).facts.some(({ value }) => value.includes('takes this fee'))
          ? 'ether'
          : 'own';
      const confirm = async () => {
        clock.advance(PAUSE_MS);
        await drawn();
        const [signed, most, shown] = [stakeIn(open), mostNow(), readDialog(open.tree())];
        await open.press(String(findButton(open.tree(), 'confirm')?.name));
        end = { signed: isClosed() ? signed : null, most, isTicked: ticks.length > 0, shown };
      };
      const act = async (move: Move): Promise<void> => {
        const [box] = listBoxes(open.tree());
        switch (move.act) {
          case 'refresh':
            clock.advance(REFRESH_MS);
            return drawn();
          case 'tick':
            if (box === undefined) return;
            await open.fillIn(box, true);
            ticks.push(stakeIn(open));
            return;
          case 'untick':
            if (box === undefined) return;
            await open.fillIn(box, false);
            ticks.length = 0;
            return;
          case 'confirm':
            return confirm();
          case 'speed':
            await open.fillIn('speed', move.value);
            await drawn();
            chosen.speed = speedIn() ?? chosen.speed;
            return;
          case 'payWith':
            await open.fillIn('payWith', move.value === 'own' ? OWN : ETH);
            await drawn();
            chosen.way = wayIn();
            chosen.speed = speedIn() ?? chosen.speed;
            if (chosen.way === 'ether' && chosen.ether === undefined) {
              const { fee } = stakeIn(open);
              if (fee <= 2 * ownFee()) chosen.ether = fee;
            }
            return;
          case 'allow': {
            await open.fillIn(allowanceParts.field(0), String(move.value));
            await open.send(allowanceParts.form(0));
            await drawn();
            if (!readDialog(open.tree()).warnings.some(({ title }) => title === NOT_CHANGED))
              chosen.allowed = move.value;
          }
        }
      };
      for (const [lies, move] of moves) {
        lie(lies, address);
        await act(move);
        if (isClosed()) return true;
      }
      await confirm();
      return isClosed();
    }

    await approve(review, describeTransaction, module.dialogs, liveReview(module, request)).catch(
      (error) => {
        if (error.kind !== 'userRejected') throw error;
      },
    );
    return end;
  }

  return {
    play,
    async stop() {
      await Promise.all([node.stop(), paymaster.stop()]);
    },
  };
}

export type Play = Awaited<ReturnType<typeof openPlay>>;

function costedIn({ costed }: TransactionReview) {
  if (!costed) throw new Error('It was estimated.');
  return costed;
}
