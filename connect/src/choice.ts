import { type Client, type ClientOptions, createClient, getModuleId, withSignal } from './client';
import { getCode, getMessage, isKnownHost, knownHosts, type ProviderDetail } from './provider';
import { shared } from './shared';

/** A wallet to choose from, and whether it shows the module to this page. */
export type WalletOffer = ProviderDetail & {
  /** True if the wallet lists the module for this page. */
  readonly hasModule: boolean;
};
/** Chooses a wallet; undefined if the user wants none of them. */
export type Choose = (
  wallets: readonly WalletOffer[],
) => ProviderDetail | undefined | Promise<ProviderDetail | undefined>;

export type ChoiceOptions = Omit<ClientOptions, 'provider'> & {
  /** Chooses among several wallets; default: the best. */
  choose?: Choose | undefined;
};

type Candidate = WalletOffer & { readonly client: Client };

/** A wallet that does not say within this time what it has comes after those that do. */
const LISTING_MS = 1_000;

/** True if the wallet refuses the module, or lacks the methods for it. */
const isRefusal = (error: unknown): boolean =>
  [-32601, 4200].includes(getCode(error) as number) || /allow-?list/iu.test(getMessage(error));

/**
 * True if the wallet runs no modules, or not this one, so that another may. Wallets that never heard
 * of modules fail in ways of their own; only one that is known to run them may fail for now.
 */
export const isUnfit = (info: { rdns: string }, error: unknown): boolean =>
  isRefusal(error) || !isKnownHost(info);

const fail = (code: number): never => {
  throw Object.assign(new Error('The wallet does not run the module.'), { code });
};

/** The listing, or nothing once it takes too long, of which it tells. */
const soon = (listing: Promise<unknown>, onSlow: () => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onSlow();
      resolve(undefined);
    }, LISTING_MS);
    listing.then(resolve, reject).finally(() => clearTimeout(timer));
  });

type Notices = {
  /** No wallet is left that may run the module. */
  readonly onUnfit?: () => void;
  /** A wallet that was silent has answered. */
  readonly onLate?: () => void;
};

/** The lower, the sooner it is used. */
const rankOf = ({ info, hasModule }: WalletOffer): number => {
  if (hasModule) return -1;
  return knownHosts.indexOf(info.rdns) >>> 0;
};

/**
 * Asks wallets what they have, and ranks those that may do. One that does not say it in time is not
 * waited for, until it does.
 */
function createRanking(
  wallets: ReadonlyMap<Client, ProviderDetail>,
  isChosen: (client: Client) => boolean,
  { onUnfit, onLate }: Notices,
) {
  /** Wallets that cannot have the module. */
  const unfit = new Set<Client>();
  const silent = new Set<Client>();
  /** Listings that came late: a wallet that is always slow would never be in time. */
  const lateListings = new Map<Client, Promise<unknown>>();
  let lateCount = 0;

  const isOffered = ([client, { info }]: [Client, ProviderDetail]) =>
    !unfit.has(client) && (isChosen(client) || isKnownHost(info) || !silent.has(client));

  function tellIfUnfit(): void {
    if (![...wallets].some(isOffered)) onUnfit?.();
  }
  function exclude(client: Client): void {
    unfit.add(client);
    tellIfUnfit();
  }

  async function ask([client, detail]: [Client, ProviderDetail]): Promise<Candidate> {
    const judge = (error: unknown) => {
      if (isUnfit(detail.info, error)) exclude(client);
    };
    const answer = { ...detail, client, hasModule: false };
    if (silent.has(client)) return answer;
    const listing = lateListings.get(client) ?? client.installed();
    lateListings.delete(client);
    const hearLate = () => {
      silent.delete(client);
      lateListings.set(client, listing);
      lateCount += 1;
      onLate?.();
    };
    const module = await soon(listing, () => {
      silent.add(client);
      listing.catch(judge).then(hearLate);
    }).catch(judge);
    return { ...answer, hasModule: Boolean(module) };
  }

  return {
    exclude,
    /** The best first; with those that have come meanwhile. */
    ranked: shared(async () => {
      let candidates: Candidate[] = [];
      for (let count = -1; count !== wallets.size + lateCount; ) {
        // Those that announce themselves in the same turn are asked together.
        await undefined;
        count = wallets.size + lateCount;
        candidates = await Promise.all(
          [...wallets].filter(([client]) => !unfit.has(client)).map(ask),
        );
      }
      tellIfUnfit();
      return candidates
        .filter((candidate) => isOffered([candidate.client, candidate]))
        .sort((a, b) => rankOf(a) - rankOf(b));
    }),
  };
}

/**
 * Chooses one of the wallets that announce themselves. Asks each without a dialog what it has, and
 * again until one is chosen: the one that has the module, or that installs it with the user.
 */
export function createChoice({ choose, ...options }: ChoiceOptions, notices: Notices = {}) {
  const wallets = new Map<Client, ProviderDetail>();
  let chosen: Client | undefined;
  const ranking = createRanking(wallets, (client) => client === chosen, notices);

  async function ranked(): Promise<Candidate[]> {
    const candidates = await ranking.ranked();
    if (candidates[0]?.hasModule) chosen ??= candidates[0].client;
    return candidates;
  }

  const current = async (): Promise<Client> => chosen ?? (await ranked())[0]?.client ?? fail(4900);

  /** The wallets to ask for the module, one after the other. @throws 4001 if the page wants none */
  async function listPreferred(): Promise<Candidate[]> {
    const candidates = await ranked();
    const chosenCandidates = candidates.filter(({ client }) => client === chosen);
    if (chosenCandidates.length > 0) return chosenCandidates;
    if (!choose || candidates.length < 2) return candidates;
    const uuid = (await choose(candidates))?.info.uuid;
    return [candidates.find(({ info }) => info.uuid === uuid) ?? fail(4001)];
  }

  const install = shared(async () => {
    let refusal: unknown;
    for (const { client } of chosen ? [{ client: chosen }] : await listPreferred())
      try {
        const module = await client.install();
        chosen = client;
        return module;
      } catch (error) {
        if (chosen || !isRefusal(error)) throw error;
        refusal = error;
        ranking.exclude(client);
      }
    throw refusal ?? fail(-32601);
  });

  return {
    add(detail: ProviderDetail): void {
      wallets.set(createClient({ provider: detail.provider, ...options }), detail);
    },
    ranked,
    /** The wallet to use. */
    async best(): Promise<ProviderDetail> {
      const [{ info, provider } = fail(4900)] = await listPreferred();
      return { info, provider };
    },
    client: delegating(options, { current, install, listClients: () => [...wallets.keys()] }),
  };
}

/** A client of the wallet that is chosen. It reports the events of all, as it is known only later. */
const delegating = (
  options: Omit<ClientOptions, 'provider'>,
  {
    current,
    install,
    listClients: each,
  }: {
    current: () => Promise<Client>;
    install: Client['install'];
    listClients: () => Client[];
  },
): Client =>
  ({
    moduleId: getModuleId(options),
    version: options.version,
    provider: {
      request: async (call) => (await current()).provider.request(call),
      on: (...args) => each().map((one) => one.provider.on?.(...args)),
      removeListener: (...args) => each().map((one) => one.provider.removeListener?.(...args)),
    },
    installed: async (options) => (await current()).installed(options),
    isInstalled: async () => (await current()).isInstalled(),
    install: (options) => withSignal(install(), options?.signal),
    request: async (...args) => (await current()).request(...args),
  }) as Client;
