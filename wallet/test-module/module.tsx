// A small module for the wallet's tests that uses everything a module can do.
import {
  type ComponentOrElement,
  type DialogParams,
  type Json,
  type OnCronjobHandler,
  type OnHomePageHandler,
  type OnInstallHandler,
  type OnRpcRequestHandler,
  type OnUpdateHandler,
  type OnUserInputHandler,
  SnapError,
  UserRejectedRequestError,
} from '@metamask/snaps-sdk';
import { Box, Heading, Text } from '@metamask/snaps-sdk/jsx';
import { createLifetime } from '../../src/lifetime';
import { Gallery, Gap, Live } from './gallery';

const build = process.env.BUILD_LABEL ?? '';
if (build === 'broken') throw new Error('This build does not start.');

type Params = Record<string, Json>;

const { during, endedWithRequests } = createLifetime((run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
});
const fetchText = endedWithRequests((url: string) => fetch(url).then((answer) => answer.text()));
/** Work that a request started without awaiting it. */
let beginning: Promise<string> | undefined;

/** Interfaces that are open to show any drawing, one for each place. */
const places: Record<string, string> = {};

/** Draws what a test hands over, where the wallet shows dialogs or this module's page. */
async function drawIn(place: string, tree: Json): Promise<string> {
  const ui = tree as ComponentOrElement; // the wallet checks it
  const known = places[place];
  const id = known ?? (await snap.request({ method: 'snap_createInterface', params: { ui } }));
  if (known) await snap.request({ method: 'snap_updateInterface', params: { id, ui } });
  places[place] = id;
  return id;
}

export const onRpcRequest: OnRpcRequestHandler = (call) => during(() => answer(call));

const answer: OnRpcRequestHandler = async ({ origin, request }) => {
  const params = (request.params ?? {}) as Params; // the tests send named params only
  switch (request.method) {
    case 'ping':
      return { origin, build, params };
    case 'setState':
      return snap.request({ method: 'snap_setState', params: stateParams(params) });
    case 'getState': {
      const { key, encrypted } = stateParams(params);
      return snap.request({ method: 'snap_getState', params: { key, encrypted } });
    }
    case 'clearState':
      return snap.request({ method: 'snap_clearState', params: { encrypted: false } });
    case 'confirm':
      return askUser({
        type: 'confirmation',
        content: (
          <Box>
            <Heading>Confirm</Heading>
            <Text>{`Asked by ${origin}: ${params.text ?? ''}`}</Text>
          </Box>
        ),
      });
    case 'prompt':
      return askUser({
        type: 'prompt',
        content: <Text>What is your name?</Text>,
        placeholder: 'A name',
      });
    case 'alert':
      return askUser({ type: 'alert', content: <Text>This is so.</Text> });
    case 'question':
      return askUser({ content: <Text>{`Asked by ${origin}: ${params.text ?? ''}`}</Text> });
    case 'gallery':
      return snap.request({ method: 'snap_dialog', params: { content: <Gallery /> } });
    case 'gap':
      return snap.request({ method: 'snap_dialog', params: { content: <Gap /> } });
    case 'live':
      return snap.request({
        method: 'snap_dialog',
        params: { content: <Live count={0} seen="" /> },
      });
    case 'draw':
      return drawIn(String(params.place), params.tree ?? null);
    case 'open':
      return snap.request({ method: 'snap_dialog', params: { id: places.dialog ?? '' } });
    case 'tell':
      return snap.request({
        method: 'snap_dialog',
        params: { type: 'alert', content: params.tree as ComponentOrElement }, // the wallet checks it
      });
    case 'notify':
      return snap.request({
        method: 'snap_notify',
        params: { type: 'inApp', message: String(params.message) },
      });
    case 'schedule':
      return snap.request({
        method: 'snap_scheduleBackgroundEvent',
        params: { duration: String(params.duration), request: { method: 'fired', params } },
      });
    case 'events':
      return (await snap.request({ method: 'snap_getBackgroundEvents' })).length;
    case 'platform':
      return (await snap.request({ method: 'snap_getClientStatus' })).platformVersion;
    case 'slow':
      await new Promise((resolve) => {
        setTimeout(resolve, Number(params.milliseconds));
      });
      return 'slow';
    case 'xnet_switchNetwork':
      return true;
    case 'xnet_getCurrentNetwork':
      return { name: 'Sepolia', chainId: '0x534e5f5345504f4c4941' };
    case 'xnet_switchAccount':
      return { address: params.accountAddress ?? null };
    case 'fetch':
      return fetch(String(params.url), postOf(params)).then(
        async (response) => response.text().catch(() => 'broke off'),
        () => 'failed',
      );
    case 'socketType':
      return typeof globalThis.WebSocket;
    case 'begin':
      beginning = fetchText(String(params.url)).catch(String);
      return 'begun';
    case 'begun':
      return beginning ?? null;
    case 'reject':
      void Promise.reject(new Error('Nobody handles this.'));
      return new Promise(() => {});
    case 'refuse':
      throw new UserRejectedRequestError('The user said no.');
    case 'fail': {
      const error = new SnapError('Not enough funds.', { kind: 'insufficientFunds' });
      Object.defineProperty(error, 'code', { get: () => -32055 });
      throw error;
    }
    default:
      throw new SnapError(`Unknown method "${request.method}".`);
  }
};

/** A request with the body and its type; without a body, a GET. */
const postOf = ({ body, type }: Params): RequestInit => {
  if (body === undefined) return {};
  return { method: 'POST', body: String(body), headers: { 'content-type': String(type) } };
};

/** A refusal of the wallet would end the module if it were thrown on: it is the answer. */
const askUser = (params: DialogParams): Promise<Json> =>
  snap
    .request({ method: 'snap_dialog', params })
    .catch((error: { code: number }) => ({ refused: error.code }));

export const onUserInput: OnUserInputHandler = async ({ id, event }) => {
  if (event.type === 'ButtonClickEvent' && event.name === 'more') {
    const state = await snap.request({ method: 'snap_getInterfaceState', params: { id } });
    await snap.request({
      method: 'snap_updateInterface',
      params: { id, ui: <Live count={1} seen={JSON.stringify(state)} /> },
    });
  }
  if (event.type === 'ButtonClickEvent' && ['wait', 'done'].includes(event.name ?? '')) {
    const isDone = event.name === 'done';
    const ui = <Live count={isDone ? 2 : 1} seen="" isWaiting={!isDone} isDone={isDone} />;
    await snap.request({ method: 'snap_updateInterface', params: { id, ui } });
  }
  if (event.type === 'ButtonClickEvent' && event.name === 'break')
    throw new Error('Broken button.');
  if (event.type === 'ButtonClickEvent' && event.name === 'cancel') {
    await snap.request({ method: 'snap_resolveInterface', params: { id, value: false } });
  }
  if (event.type === 'FormSubmitEvent') {
    await snap.request({ method: 'snap_resolveInterface', params: { id, value: event.value } });
  }
};

export const onHomePage: OnHomePageHandler = async () => {
  if (places.page === undefined) return ownPage();
  return { id: places.page };
};

const ownPage = () => ({
  content: (
    <Box>
      <Heading>Home of the test module</Heading>
      <Text>{`Build ${build}`}</Text>
      <Live count={0} seen="" />
    </Box>
  ),
});

export const onCronjob: OnCronjobHandler = async ({ request }) => {
  await save('fired', (request.params ?? null) as Json); // JSON, as all params are
};

export const onInstall: OnInstallHandler = async () => save('installed', build);
export const onUpdate: OnUpdateHandler = async () => save('updated', build);

async function save(key: string, value: Json): Promise<void> {
  await snap.request({ method: 'snap_setState', params: { key, value, encrypted: false } });
}

function stateParams(params: Params) {
  const encrypted = params.encrypted === true;
  return { key: String(params.key), value: params.value ?? null, encrypted };
}
