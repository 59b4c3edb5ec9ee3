import type { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import { bytesReply, type IpfsReply, type IpfsRequest, jsonReply } from './ipfs';
import { readFlag } from './options';

/** The pins of the calling key, and what is behind them. */
export type Pinning = {
  pins: () => Promise<readonly string[]>;
  hasPin: (cid: string) => Promise<boolean>;
  /** Resolves a path; only a root itself can be pinned, never what is below it. */
  cidAt: (path: string) => Promise<CID>;
  /** @throws `ipfsFailed` if there is no such block */
  demand: (cid: CID) => Promise<void>;
  /** @throws `forbidden` if the key has no room */
  pin: (cid: CID) => Promise<void>;
  /** @returns false if the key has not pinned it */
  unpin: (cid: string) => Promise<boolean>;
};

/** A command without arguments fails as for an empty one. */
const resolveAll = async (args: readonly string[], { cidAt }: Pinning): Promise<CID[]> => {
  const cids: CID[] = [];
  for (const arg of args.length === 0 ? [''] : args) cids.push(await cidAt(arg));
  return cids;
};

const drop = async (cid: string, { unpin }: Pinning): Promise<void> => {
  if (!(await unpin(cid))) fail('ipfsFailed', 'not pinned or pinned indirectly');
};

type PinCommand = (pinning: Pinning, request: PinRequest) => Promise<IpfsReply>;
type PinRequest = Pick<IpfsRequest, 'args' | 'query'>;

/** The same over blocks on disk and in front of a node: each key has pins of its own. */
export const pinCommands: Readonly<Record<string, PinCommand>> = {
  'pin/add': async (pinning, { args, query }) => {
    if (!readFlag(query, 'recursive', true)) fail('malformed', 'Pins are recursive here.');
    const cids = await resolveAll(args, pinning);
    for (const cid of cids) await pinning.demand(cid);
    for (const cid of cids) await pinning.pin(cid);
    return jsonReply({ Pins: cids.map(String) });
  },

  /** With `stream`, one per line as in Kubo. */
  'pin/ls': async (pinning, { args, query }) => {
    const type = query.get('type') ?? 'all';
    if (!['all', 'direct', 'recursive'].includes(type)) {
      fail('malformed', 'The type of pins is all, direct or recursive.');
    }
    const hasNone = type === 'direct';
    const wantedCids = (await Promise.all(args.map(pinning.cidAt))).map(String);
    for (const cid of wantedCids) {
      if (hasNone || !(await pinning.hasPin(cid))) fail('ipfsFailed', `${cid} is not pinned`);
    }
    const shownCids = hasNone || wantedCids.length > 0 ? wantedCids : await pinning.pins();
    if (readFlag(query, 'stream', false)) {
      const lines = shownCids.map((cid) => `${JSON.stringify({ Cid: cid, Type: 'recursive' })}\n`);
      return bytesReply('application/json', Buffer.from(lines.join('')));
    }
    return jsonReply({
      Keys: Object.fromEntries(shownCids.map((cid) => [cid, { Type: 'recursive' }])),
    });
  },

  'pin/rm': async (pinning, { args }) => {
    const cids = (await resolveAll(args, pinning)).map(String);
    for (const cid of cids) await drop(cid, pinning);
    return jsonReply({ Pins: cids });
  },

  'pin/update': async (pinning, { args, query }) => {
    const from = String(await pinning.cidAt(args[0] ?? ''));
    const to = await pinning.cidAt(args[1] ?? '');
    await pinning.demand(to);
    if (!(await pinning.hasPin(from))) {
      fail('ipfsFailed', "'from' cid was not recursively pinned already");
    }
    const isDropped = readFlag(query, 'unpin', true) && to.toString() !== from;
    await pinning.pin(to);
    if (isDropped) await drop(from, pinning);
    return jsonReply({ Pins: [`/ipfs/${from}`, `/ipfs/${to}`] });
  },
};
