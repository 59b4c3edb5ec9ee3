import { makeClass } from '../chain/declarable';
import { mainnet, networks } from '../chain/networks';
import type { LocalChain } from '../config';
import type { Log } from '../log/log';
import type { SessionControl } from '../session';
import type { Session } from '../sessionState';
import { createStore } from '../store';
import { batteries } from './batteries';
import type { Battery, Case, Facts } from './battery';
import { type Result, reportAsJson, runCase } from './run';

type Parts = {
  readonly session: SessionControl;
  readonly log: Log;
  readonly page: Pick<Window, 'addEventListener'>;
  readonly faucet: () => LocalChain | null;
  readonly lastHash: () => string | null;
};

type State = {
  /** Results by battery and case. */
  readonly results: { readonly [battery: string]: { readonly [id: string]: Result } };
  /** The case that runs; null if none. */
  readonly running: { readonly battery: string; readonly id: string } | null;
};

/** Cases of a battery to run. */
export type Wanted = { readonly battery: Battery; readonly cases: readonly Case[] };

/** The values for requests now; null without an account. */
function factsNow({ session, log, faucet, lastHash }: Parts): Facts | null {
  const { account, network } = session.store.get();
  const chain = faucet();
  return (
    account &&
    network && {
      account: account.address,
      chainId: network.chainId,
      otherChainId: networks.find(({ chainId }) => chainId !== network.chainId)?.chainId ?? mainnet,
      nowSeconds: Math.floor(Date.now() / 1_000),
      lastHash: lastHash(),
      makeClass: chain && (() => makeClass(chain, log, `xnet::Battery${Date.now()}`)),
    }
  );
}

function report({ wallet, module, network }: Session, results: State['results']): string {
  const ran = batteries
    .map((battery) => ({
      battery,
      results: battery.cases.flatMap(({ id }) => results[battery.id]?.[id] ?? []),
    }))
    .filter((one) => one.results.length > 0);
  const about = {
    at: new Date().toISOString(),
    wallet: { name: wallet?.name ?? '', rdns: wallet?.rdns ?? '' },
    module: { id: module?.id ?? '', version: module?.version },
    chainId: network?.chainId ?? '',
  };
  return reportAsJson(about, ran);
}

/** Runs batteries against the connected wallet, one case at a time, and keeps the results. */
export function createBatteryRuns(parts: Parts) {
  const { session, page } = parts;
  const store = createStore<State>({ results: {}, running: null });
  let control: AbortController | null = null;
  let dialogCount = 0;
  page.addEventListener('xnet:approvalPending', () => {
    dialogCount += 1;
  });

  const keep = (battery: string, result: Result): void => {
    const { results } = store.get();
    store.set({ results: { ...results, [battery]: { ...results[battery], [result.id]: result } } });
  };

  /** Forgets earlier results of these cases. */
  function forget({ battery, cases }: Wanted): void {
    const { results } = store.get();
    const repeatedIds = new Set(cases.map(({ id }) => id));
    const otherResults = Object.entries(results[battery.id] ?? {}).filter(
      ([id]) => !repeatedIds.has(id),
    );
    store.set({ results: { ...results, [battery.id]: Object.fromEntries(otherResults) } });
  }

  /** Runs cases; does nothing while another run is under way. Never rejects. */
  async function run(...selection: readonly Wanted[]): Promise<void> {
    const [facts, { account }] = [factsNow(parts), session.store.get()];
    if (!facts || !account || control) return;
    control = new AbortController();
    const { signal } = control;
    for (const one of selection) forget(one);
    for (const { battery, cases } of selection)
      for (const one of cases) {
        if (signal.aborted) break;
        store.set({ running: { battery: battery.id, id: one.id } });
        keep(
          battery.id,
          await runCase(one, {
            facts: { ...facts, nowSeconds: Math.floor(Date.now() / 1_000) },
            send: session.send,
            now: () => performance.now(),
            signal,
            countAsked: () => dialogCount,
          }),
        );
      }
    control = null;
    store.set({ running: null });
    // A case takes the account from the page, and asks for it again.
    if (!session.store.get().account) await session.adopt(account).catch(() => undefined);
  }

  return {
    store,
    run,
    /** Ends the run; a dialog that is open in the wallet stays open. */
    stop: (): void => control?.abort(),
    /** All batteries that ran, as JSON. */
    report: () => report(session.store.get(), store.get().results),
  };
}
