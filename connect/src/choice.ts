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
  /** The last wallet turns out to run no modules, or not this one. */
  readonly onUnfit?: () => void;
  /** A wallet that was silent has listed its modules. */
  readonly onLate?: () => void;
};

/** The lower, the sooner it is used. */
const rankOf = ({ info, hasModule }: WalletOffer): number => {
  if (hasModule) return -1;
  return knownHosts.indexOf(info.rdns) >>> 0;
};

/** Asks wallets what they have. One that does not say it in time is not waited for, until it does. */
function createInquiry(onLate: Notices['onLate']) {
  const silent = new Set<Client>();
  return {
    silent,
    async hasModuleBy(client: Client): Promise<boolean> {
      if (silent.has(client)) return false;
      const listing = client.installed();
      const answer = () => {
        if (silent.delete(client)) onLate?.();
      };
      const module = await soon(listing, () => {
        silent.add(client);
        listing.then(answer, answer);
      });
      return Boolean(module);
    },
  };
}

/** Wallets that cannot have the module; tells when none is left. */
function createExclusion(wallets: ReadonlyMap<Client, unknown>, onUnfit: Notices['onUnfit']) {
  const unfit = new Set<Client>();
  return {
    unfit,
    exclude(client: Client): void {
      unfit.add(client);
      if (unfit.size === wallets.size) onUnfit?.();
    },
  };
}

/**
 * Chooses one of the wallets that announce themselves. Asks each without a dialog what it has, and
 * again until one is chosen: the one that has the module, or that installs it with the user.
 */
export function createChoice(
  { choose, ...options }: ChoiceOptions,
  { onUnfit, onLate }: Notices = {},
) {
  const wallets = new Map<Client, ProviderDetail>();
  const { unfit, exclude } = createExclusion(wallets, onUnfit);
  const { silent, hasModuleBy } = createInquiry(onLate);
  let chosen: Client | undefined;

  const isOffered = ({ client, info }: Candidate) =>
    !unfit.has(client) && (isKnownHost(info) || !silent.has(client));

  /** The wallets that may do, the best first. */
  const ranked = shared(async () => {
    const listed = [...wallets].map(async ([client, detail]): Promise<Candidate> => {
      const hasModule = await hasModuleBy(client).catch((error) => {
        if (isUnfit(detail.info, error)) exclude(client);
      });
      return { ...detail, client, hasModule: hasModule === true };
    });
    const candidates = (await Promise.all(listed))
      .filter(isOffered)
      .sort((a, b) => rankOf(a) - rankOf(b));
    if (candidates[0]?.hasModule) chosen ??= candidates[0].client;
    return candidates;
  });

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
        exclude(client);
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
