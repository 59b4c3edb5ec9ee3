import { SubjectType } from '#vendor';
import { createEngine } from './hooks/engines';
import { type Reply, toDappError } from './protocol/dappErrors';
import { moduleId } from './protocol/moduleId';
import { type NamedRequest, toRealNames } from './protocol/names';
import type { SiteState } from './protocol/siteState';
import { isRecord } from './record';
import type { Caller, createCallers } from './requests/callers';
import { concernsRealMoney, mainnetRefused, tellRefusal } from './requests/knownPhrase';
import { createSiteStates } from './requests/siteStates';
import type { WalletParts } from './walletParts';

type Parts = Pick<WalletParts, 'controllers' | 'engineOptions' | 'log'> & {
  callers: ReturnType<typeof createCallers>;
  /** True if the phrase is publicly known. */
  knownPhrase: boolean;
  refusesMainnet: boolean;
};

export type SiteRequests = {
  /** Handles one request of a dapp. `origin` comes from the transport. */
  request(origin: string, request: NamedRequest, caller: Caller): Promise<Reply>;
  siteState(origin: string): SiteState;
  isConnected(origin: string): boolean;
  destroy(): void;
};

/** Serves sites: an engine for each, and what is known of their network and account. */
export function createSiteRequests(parts: Parts): SiteRequests {
  const { controllers, engineOptions, log, callers } = parts;
  const { permissions, subjects, snaps } = controllers;
  const engines = new Map<string, ReturnType<typeof createEngine>>();
  const isConnected = (origin: string) => snaps.getPermittedSnaps(origin)[moduleId] !== undefined;
  const connectionOf = (origin: string) => permissions.getPermission(origin, 'wallet_snap')?.id;
  const siteStates = createSiteStates((site) => (isConnected(site) && connectionOf(site)) || null);

  function engineFor(origin: string) {
    const known = engines.get(origin);
    if (known) return known;
    subjects.addSubjectMetadata({ origin, subjectType: SubjectType.Website, name: origin });
    const engine = createEngine(origin, 'dapp', engineOptions);
    engines.set(origin, engine);
    return engine;
  }

  async function ask(origin: string, method: string, params: unknown): Promise<Reply> {
    const paramsField = isRecord(params) || Array.isArray(params) ? { params } : {};
    const request = { jsonrpc: '2.0', id: 1, method, ...paramsField } as const;
    const reply: unknown = await engineFor(origin).handle(request as never); // validated by the engine
    if (isRecord(reply) && 'error' in reply) return { error: toDappError(reply.error) };
    return { result: isRecord(reply) ? reply.result : null };
  }

  return {
    async request(origin, namedRequest, caller) {
      const { method, params } = toRealNames(namedRequest);
      if (method === 'wallet_hasPublicPhrase') return { result: parts.knownPhrase };
      const invokes = method === 'wallet_invokeSnap';
      const finish = log.start(origin, method, params);
      const leave = callers.start(origin, invokes, caller);
      try {
        const isRefused = invokes && parts.refusesMainnet && concernsRealMoney(params);
        if (isRefused && isConnected(origin)) await tellRefusal(controllers, origin, params);
        const reply = isRefused ? { error: mainnetRefused } : await ask(origin, method, params);
        if (invokes && 'result' in reply) siteStates.note(origin, params, reply.result);
        finish(reply);
        return reply;
      } finally {
        leave();
      }
    },
    siteState: siteStates.of,
    isConnected,
    destroy() {
      for (const engine of engines.values()) engine.destroy();
    },
  };
}
