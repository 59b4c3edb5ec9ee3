import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platformVersion } from '#vendor/set';
import {
  buildTestModule,
  dapp,
  moduleId,
  type Reply,
  startWallet,
  type WalletProcess,
} from '../test-module/walletProcess';
import type { FaultName } from './protocol/faultNames';

const other = 'https://other.example.org';
let folder: string;
let wallet: WalletProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  buildTestModule(join(folder, 'module'), 'one');
  wallet = await startWallet(join(folder, 'module'), join(folder, 'data'));
}, 60_000);

afterAll(async () => {
  await wallet.stop();
  await rm(folder, { recursive: true });
});

describe('a dapp', () => {
  it('refuses a dapp before the user has connected it', async () => {
    const { error } = await wallet.invoke('ping');
    expect(error?.code).toBe(4100);
    expect((await wallet.rpc('wallet_getModules')).result).toEqual({});
  });

  it('gets 4001 when the user refuses to connect it', async () => {
    const reply = wallet.rpc('wallet_requestModules', { [moduleId]: {} });
    await wallet.answer('wallet_requestPermissions', false);
    expect((await reply).error?.code).toBe(4001);
  });

  it('gets 4001 when the user refuses to install the module', async () => {
    const reply = wallet.rpc('wallet_requestModules', { [moduleId]: {} });
    await wallet.answer('wallet_requestPermissions');
    await wallet.answer('wallet_installSnap', false);
    expect((await reply).error?.code).toBe(4001);
    expect((await wallet.rpc('wallet_getModules')).result).toEqual({});
  });

  it('connects by the approvals of a real wallet, which name the dapp and the permissions', async () => {
    const reply = wallet.rpc('wallet_requestModules', { [moduleId]: {} });
    const asked = await wallet.answer('wallet_requestPermissions');
    expect(asked.approvals.map(({ origin }) => origin)).toContain(dapp);
    const installing = await wallet.answer('wallet_installSnap');
    const install = installing.approvals.find(({ type }) => type === 'wallet_installSnap');
    expect(install?.permissions.map(({ name }) => name)).toContain('snap_getBip44Entropy');
    await wallet.answer('wallet_installSnapResult');
    expect((await reply).result).toMatchObject({ [moduleId]: { id: moduleId, version: '0.1.0' } });
  });

  // @row wallet_invokeModule
  it('accepts neutral and real names, with and without params', async () => {
    const result = { origin: dapp, build: 'one', params: {} };
    expect((await wallet.invoke('ping')).result).toEqual(result);
    const request = { method: 'ping', params: null };
    expect((await wallet.rpc('wallet_invokeModule', { moduleId, request })).result).toEqual(result);
    const real = { snapId: moduleId, request: { method: 'ping', params: {} } };
    expect((await wallet.rpc('wallet_invokeSnap', real)).result).toEqual(result);
    const modules = await wallet.rpc('wallet_getModules');
    expect(modules.result).toMatchObject({ [moduleId]: { id: moduleId } });
    expect(await wallet.rpc('wallet_getSnaps')).toEqual(modules);
  });

  it('gets the module’s own errors: code, message and data', async () => {
    expect((await wallet.invoke('fail')).error).toEqual({
      code: -32055,
      message: 'Not enough funds.',
      data: { kind: 'insufficientFunds' },
    });
    expect((await wallet.invoke('refuse')).error).toEqual({
      code: 4001,
      message: 'The user said no.',
    });
  });

  // @promise P1.1
  it.each([
    'wallet_nothing',
    'toString',
    'eth_accounts',
    'snap_getState',
    'snap_dialog',
    // The permission's own name, and the methods used by modules with accounts.
    'wallet_snap',
    'wallet_invokeKeyring',
    'wallet_getAllSnaps',
  ])('finds no method %s, also while it is connected', async (method) => {
    const params = { snapId: moduleId, request: { method: 'ping' } };
    expect((await wallet.rpc(method, params)).error).toMatchObject({ code: -32601 });
  });

  it.each(['wallet_requestPermissions', 'wallet_revokePermissions'])(
    'refuses params of %s that name no permissions',
    async (method) => {
      for (const params of [undefined, {}, [], [[]], ['wallet_snap']])
        expect((await wallet.rpc(method, params)).error).toMatchObject({ code: -32602 });
      expect((await wallet.invoke('ping')).result).toMatchObject({ origin: dapp });
    },
  );

  it('connects without an installation once the module is there, and is known by its own origin', async () => {
    expect((await wallet.invoke('ping', {}, other)).error?.code).toBe(4100);
    await wallet.connect(other, false);
    expect((await wallet.invoke('ping', {}, other)).result).toMatchObject({ origin: other });
    const { sites } = await wallet.until(() => true);
    expect(sites).toEqual(expect.arrayContaining([dapp, other]));
  });

  it('loses the connection when the user or the dapp itself ends it', async () => {
    const third = 'http://localhost:3001';
    await wallet.connect(third, false);
    await wallet.command({ do: 'disconnect', origin: third });
    expect((await wallet.invoke('ping', {}, third)).error?.code).toBe(4100);
    await wallet.connect(third, false);
    const wanted = { wallet_snap: { caveats: [{ type: 'snapIds', value: { [moduleId]: {} } }] } };
    const extending = wallet.rpc('wallet_requestPermissions', [wanted], third);
    await wallet.answer('wallet_requestPermissions');
    const held = (await extending).result;
    expect(held).toMatchObject([{ parentCapability: 'wallet_snap', invoker: third }]);
    expect(await wallet.rpc('wallet_getPermissions', undefined, third)).toEqual({ result: held });
    // Revoking permissions that it lacks changes nothing and gives the same response.
    const given = [{ wallet_snap: {}, snap_dialog: {} }];
    for (const permissions of [given, given])
      expect(await wallet.rpc('wallet_revokePermissions', permissions, third)).toEqual({
        result: null,
      });
    expect(await wallet.rpc('wallet_getPermissions', undefined, third)).toEqual({ result: [] });
    expect((await wallet.invoke('ping', {}, third)).error?.code).toBe(4100);
  });
});

describe('dialogs', () => {
  it('opens dialogs of several origins at once, newest first, each answered on its own', async () => {
    const first = wallet.invoke('question', { text: 'first' });
    await wallet.until(({ approvals }) => approvals.length === 1);
    const second = wallet.invoke('question', { text: 'second' }, other);
    const { approvals } = await wallet.until((shown) => shown.approvals.length === 2);
    const texts = approvals.map(({ ui }) => JSON.stringify(ui?.content));
    expect(texts[0]).toContain('Asked by https://other.example.org: second');
    expect(texts[1]).toContain(`Asked by ${dapp}: first`);
    await wallet.command({ do: 'decide', id: approvals[1]?.id ?? '', approve: false });
    expect(await first).toEqual({ result: null });
    const left = await wallet.until((shown) => shown.approvals.length === 1);
    expect(left.approvals[0]?.id).toBe(approvals[0]?.id);
    await wallet.command({ do: 'decide', id: approvals[0]?.id ?? '', approve: false });
    expect(await second).toEqual({ result: null });
  });

  it.each([
    ['alert', 'snap_dialog:alert'],
    ['confirm', 'snap_dialog:confirmation'],
    ['prompt', 'snap_dialog:prompt'],
  ])(
    'refuses a dialog of the older type %s with -32002 while one is open, as the vendor does',
    async (method, type) => {
      const first = wallet.invoke(method);
      await wallet.until(({ approvals }) => approvals.some((each) => each.type === type));
      expect((await wallet.invoke(method, {}, other)).result).toEqual({ refused: -32002 });
      await wallet.answer(type, false);
      expect((await first).error).toBeUndefined();
    },
  );

  it('delays no other request by a dialog or by a slow one', async () => {
    const waiting = wallet.invoke('confirm', { text: 'wait' });
    await wallet.until(({ approvals }) => approvals.length === 1);
    const slow = wallet.invoke('slow', { milliseconds: 1500 });
    const answered = await Promise.race([slow, wallet.invoke('ping')]);
    expect(answered.result).toMatchObject({ build: 'one' });
    await wallet.answer('snap_dialog:confirmation');
    expect((await waiting).result).toBe(true);
    expect((await slow).result).toBe('slow');
  });

  it('returns what is typed into a prompt, and null when it is cancelled', async () => {
    const named = wallet.invoke('prompt');
    await wallet.answer('snap_dialog:prompt', true, 'Ada');
    expect((await named).result).toBe('Ada');
    const cancelled = wallet.invoke('prompt');
    await wallet.answer('snap_dialog:prompt', false);
    expect((await cancelled).result).toBeNull();
  });

  it('keeps the state of the fields and gives it to the module on submission', async () => {
    const reply = wallet.invoke('live');
    const { approvals } = await wallet.until((shown) => shown.approvals.length === 1);
    const interfaceId = approvals[0]?.ui?.id ?? '';
    const input = { interfaceId, form: 'note' };
    const typed = { type: 'InputChangeEvent', name: 'text', value: 'hello' } as const;
    await wallet.command({ do: 'input', input: { ...input, event: typed } });
    const pressed = { type: 'ButtonClickEvent', name: 'more' } as const;
    await wallet.command({ do: 'input', input: { ...input, event: pressed } });
    const drawn = await wallet.until((shown) =>
      JSON.stringify(shown.approvals[0]?.ui?.content).includes('Drawn again 1 times'),
    );
    expect(drawn.approvals[0]?.ui?.state).toEqual({ note: { text: 'hello' } });
    const submitted = { type: 'FormSubmitEvent', name: 'note' } as const;
    await wallet.command({ do: 'input', input: { ...input, event: submitted } });
    expect((await reply).result).toEqual({ text: 'hello' });
  });

  it('shows the error of the module’s handler', async () => {
    const reply = wallet.invoke('live');
    const { approvals } = await wallet.until((shown) => shown.approvals.length === 1);
    const interfaceId = approvals[0]?.ui?.id ?? '';
    const event = { type: 'ButtonClickEvent', name: 'break' } as const;
    await wallet.command({ do: 'input', input: { interfaceId, form: 'note', event } });
    const shown = await wallet.until(({ approvals: [card] }) => Boolean(card?.ui?.failure));
    expect(shown.approvals[0]?.ui?.failure).toBe('Broken button.');
    await wallet.answer('snap_dialog', false);
    await reply;
  });
});

describe('the wallet', () => {
  it('reports the platform version of its own set of packages', async () => {
    expect((await wallet.invoke('platform')).result).toBe(platformVersion);
  });

  it('opens the module’s home page', async () => {
    await wallet.command({ do: 'openPage', kind: 'home' });
    const { page } = await wallet.until((shown) => shown.page?.ui != null);
    expect(JSON.stringify(page?.ui?.content)).toContain('Home of the test module');
  });

  it('leaves that page for a dialog of the module, deletes it, and stays elsewhere afterwards', async () => {
    await wallet.command({ do: 'openPage', kind: 'home' });
    const { page } = await wallet.until((shown) => shown.page?.ui != null);
    const reply = wallet.invoke('confirm', { text: 'pay' });
    await wallet.until(({ approvals, page: left }) => approvals.length > 0 && left === null);
    const event = { type: 'ButtonClickEvent', name: 'done' } as const;
    const input = { interfaceId: page?.ui?.id ?? '', form: null, event };
    expect(await wallet.command({ do: 'input', input })).toBe('The dialog is closed.');
    await wallet.answer('snap_dialog:confirmation');
    expect((await reply).result).toBe(true);
    expect((await wallet.until(() => true)).page).toBeNull();
  });

  it('lists notifications and requests, without what they carried', async () => {
    await wallet.invoke('notify', { message: 'Sent 12.5 STRK' });
    const { notices, requests } = await wallet.until((shown) => shown.notices.length > 0);
    expect(notices[0]?.message).toBe('Sent 12.5 STRK');
    const noted = requests.find(({ method }) => method === 'notify');
    expect(noted).toMatchObject({ origin: dapp, errorCode: null });
    expect(JSON.stringify(requests)).not.toContain('STRK');
  });

  it('runs the events that the module schedules', async () => {
    await wallet.invoke('schedule', { duration: 'PT1S' });
    let fired: unknown = null;
    while (fired === null) fired = (await wallet.invoke('getState', { key: 'fired' })).result;
    expect(fired).toEqual({ duration: 'PT1S' });
    expect((await wallet.invoke('events')).result).toBe(0);
  });

  it('leaves no site without an answer that asks while it is reset', async () => {
    let isOver = false;
    const reset = wallet.command({ do: 'reset' }).finally(() => {
      isOver = true;
    });
    const replies: Reply[] = [];
    while (!isOver) replies.push(await wallet.rpc('wallet_getModules'));
    expect(await reset).toBeNull();
    expect(replies.length).toBeGreaterThan(0);
    expect(replies.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(await wallet.rpc('wallet_getModules')).toEqual({ result: {} });
    await wallet.connect();
  }, 60_000);

  it('starts afresh when it is reset', async () => {
    await wallet.invoke('setState', { key: 'kept', value: 1 });
    expect(await wallet.command({ do: 'reset' })).toBeNull();
    const { module, sites, requests } = await wallet.until(() => true);
    expect({ module, sites, requests }).toEqual({ module: null, sites: [], requests: [] });
    expect((await wallet.invoke('ping')).error?.code).toBe(4100);
    await wallet.connect();
    expect((await wallet.invoke('getState', { key: 'kept' })).result).toBeNull();
  });
});

describe('the inspector', () => {
  const host = createServer((_request, response) => response.end('told'));
  let url: string;
  beforeAll(async () => {
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`; // a TCP server that listens has one
  });
  afterAll(() => void host.close());

  const during = async <T>(name: FaultName, task: () => Promise<T>): Promise<T> => {
    expect(await wallet.command({ do: 'fault', name, isOn: true })).toBeNull();
    try {
      return await task();
    } finally {
      await wallet.command({ do: 'fault', name, isOn: false });
    }
  };
  const fetched = async () => (await wallet.invoke('fetch', { url })).result;

  it('lists the module’s requests over HTTP', async () => {
    expect(await fetched()).toBe('told');
    const [request] = (await wallet.until(() => true)).requests;
    await wallet.command({ do: 'openRequest', id: request?.id ?? 0, isOpen: true });
    const { requests } = await wallet.until((shown) => shown.requests[0]?.detail != null);
    expect(requests[0]?.detail?.calls).toMatchObject([
      { method: `GET ${new URL(url).host}`, answer: { status: 200, size: 4 } },
    ]);
  });

  it('lets hosts be out of reach, busy or slow, and reachable again', async () => {
    expect(await during('unreachable', fetched)).toBe('failed');
    expect(await during('busy', fetched)).toBe('');
    const begun = performance.now();
    expect(await during('slow', fetched)).toBe('told');
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    expect(await fetched()).toBe('told');
  });

  it('locks the wallet: what is encrypted waits, and is answered after it', async () => {
    const encrypted = { key: 'locked', value: 7, encrypted: true };
    await wallet.invoke('setState', encrypted);
    let isAnswered = false;
    const asked = await during('locked', async () => {
      const reply = wallet.invoke('getState', encrypted).finally(() => {
        isAnswered = true;
      });
      expect((await wallet.invoke('ping')).result).toBeDefined();
      expect(isAnswered).toBe(false);
      return { reply };
    });
    expect((await asked.reply).result).toBe(7);
  });

  it('refuses what is stored as if the wallet were full, but not what is deleted', async () => {
    await wallet.invoke('setState', { key: 'room', value: 1 });
    await during('full', async () => {
      expect((await wallet.invoke('setState', { key: 'room', value: 2 })).error?.code).toBe(-32602);
      expect((await wallet.invoke('setState', { key: 'room', value: null })).error).toBeUndefined();
    });
    expect((await wallet.invoke('setState', { key: 'room', value: 3 })).error).toBeUndefined();
  });

  it('allows one dialog at a time, as wallets before 2026', async () => {
    await during('oneDialog', async () => {
      const first = wallet.invoke('question', { text: 'one' });
      await wallet.until(({ approvals }) => approvals.length === 1);
      expect(await wallet.invoke('question', { text: 'two' })).toEqual({
        result: { refused: -32002 },
      });
      await wallet.answer('snap_dialog');
      expect(await first).toEqual({ result: null });
    });
  });
});
