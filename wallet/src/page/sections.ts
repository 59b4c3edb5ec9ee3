import { faultNames } from '../protocol/faultNames';
import { knownPhrases } from '../protocol/phrases';
import type { LocalChainView, ModuleView, PageView, Snapshot } from '../protocol/view';
import { type Content, h } from './dom';
import { drawButtons, drawInterface } from './interfaceView';
import { drawPopup } from './popup';
import { words } from './words';

/** The module: what is installed, and the pages that it draws itself. */
export function drawModule({ module, page, buildError }: Snapshot): Content {
  const { buildFailed, noModule, noModuleHint, installModule, close } = words;
  const problem =
    buildError !== null && h('p', { class: 'failure', role: 'alert' }, buildFailed(buildError));
  if (module === null) {
    return [
      problem,
      h('h2', {}, noModule),
      h('p', {}, noModuleHint),
      h('div', { class: 'actions' }, action('install', installModule, '')),
    ];
  }
  return [
    problem,
    drawInstalled(module),
    h(
      'div',
      { class: 'pages' },
      module.pages.map((kind) =>
        h(
          'button',
          {
            type: 'button',
            'data-action': 'openPage',
            'data-kind': kind,
            'data-testid': `open-${kind}`,
            'aria-pressed': String(page?.kind === kind),
          },
          words[kind],
        ),
      ),
      page && action('closePage', close, 'quiet'),
    ),
    page && drawPage(page, module.name),
  ];
}

export function drawPage({ ui, error }: PageView, title: string): Element {
  const { opening } = words;
  const attributes = {
    class: 'page',
    'data-testid': 'module-page',
    'data-ui': ui?.id ?? null,
    tabindex: -1,
  };
  const waits = error === null && h('p', { class: 'hint', role: 'status' }, opening);
  return drawPopup('div', attributes, {
    title,
    content: [
      error !== null && h('p', { class: 'failure', role: 'alert' }, error),
      ui === null ? waits : drawInterface(ui),
    ],
    // As users' wallets do on a page: no Cancel of their own beside a single button.
    footer: ui === null ? [] : drawButtons(ui),
  });
}

function drawInstalled({ name, version, id, checksum, status }: ModuleView): Content {
  const w = words;
  return [
    h('h2', {}, name),
    h(
      'dl',
      { class: 'facts' },
      h('dt', {}, w.version),
      h('dd', {}, version),
      h('dt', {}, w.id),
      h('dd', {}, id),
      h('dt', {}, w.checksum),
      h('dd', {}, h('code', {}, checksum)),
      h('dt', {}, w.state),
      h('dd', {}, w.states[status] ?? status),
    ),
  ];
}

/** Connected sites, the chain, the phrase, and the reset. */
export function drawWallet(
  snapshot: Snapshot,
  step: { reset: boolean; phrase: boolean; wide: boolean },
): Content {
  const { sites, phrase, localChain } = snapshot;
  const w = words;
  return [
    h('h2', {}, w.sites),
    sites.length === 0
      ? h('p', { class: 'hint' }, w.noSites)
      : h(
          'ul',
          { class: 'sites' },
          sites.map((origin) => {
            const attributes = { 'data-site': origin, 'aria-label': w.disconnectSite(origin) };
            return h(
              'li',
              { 'data-key': `site-${origin}` },
              h('span', {}, origin),
              action('disconnect', w.disconnect, 'quiet', attributes),
            );
          }),
        ),
    localChain && drawChain(localChain),
    h('h2', {}, w.width),
    h('p', { class: 'hint' }, w.widthHint),
    h('div', { class: 'actions' }, action('wide', w.wide, '', { 'aria-pressed': `${step.wide}` })),
    h('h2', {}, w.faults),
    h('p', { class: 'hint' }, w.faultsHint),
    h(
      'div',
      { class: 'actions' },
      faultNames.map((name) => {
        const isOn = snapshot.faults.includes(name);
        const attributes = {
          'data-fault': name,
          'data-testid': `fault-${name}`,
          'aria-pressed': `${isOn}`,
        };
        return action('fault', w.fault[name], '', attributes);
      }),
    ),
    h('p', { class: 'hint' }, w.endWorkerHint),
    h('div', { class: 'actions' }, action('endWorker', w.endWorker, '')),
    h('h2', {}, w.phrase),
    h('p', { class: 'hint' }, aboutPhrase(snapshot)),
    step.phrase
      ? h('p', { class: 'phrase' }, h('code', {}, phrase))
      : h('div', { class: 'actions' }, action('showPhrase', w.showPhrase, '')),
    drawPhrases(phrase),
    h('h2', {}, w.afresh),
    h('p', { class: 'hint' }, w.afreshHint),
    h(
      'div',
      { class: 'actions' },
      step.reset
        ? [action('keep', w.keep, ''), action('reset', w.remove, 'destructive')]
        : action('askReset', w.reset, ''),
    ),
  ];
}

const hour = 3_600;

/** The local chain, with what the developer may have its node do. */
function drawChain({ host, block, time, snapshot }: LocalChainView): Content {
  const w = words;
  const laterButton = (seconds: number, label: string) =>
    action('increaseTime', label, '', {
      'data-seconds': seconds,
      'data-testid': `later-${seconds}`,
    });
  const timeText = time === null ? '' : new Date(time * 1_000).toLocaleString('en');
  return [
    h('h2', {}, w.chain),
    h('p', {}, host),
    block !== null && h('p', { class: 'hint' }, w.newestBlock(String(block))),
    h('p', { class: 'hint' }, w.snapshotHint),
    h(
      'div',
      { class: 'actions' },
      action('snapshotChain', w.snapshotChain, ''),
      snapshot !== null && action('revertChain', w.revertChain(String(snapshot)), ''),
    ),
    time !== null && h('p', { class: 'hint', 'data-testid': 'chain-time' }, w.chainTime(timeText)),
    h(
      'div',
      { class: 'actions' },
      laterButton(hour, w.hourLater),
      laterButton(24 * hour, w.dayLater),
      action('setTime', w.timeNow, ''),
    ),
  ];
}

/** The phrases to choose from, or one to type; each has its own module, state and sites. */
function drawPhrases(current: string): Content {
  const w = words;
  return [
    h('p', { class: 'hint' }, w.phrasesHint),
    h(
      'div',
      { class: 'actions' },
      knownPhrases.map((phrase) => {
        const last = phrase.split(' ').at(-1) ?? '';
        const attributes = {
          'data-phrase': phrase,
          'data-testid': `phrase-${last}`,
          'aria-pressed': `${phrase === current}`,
        };
        return action('usePhrase', `… ${last}`, '', attributes);
      }),
    ),
    h(
      'label',
      { class: 'field' },
      h('span', { class: 'label' }, w.typedPhrase),
      h('input', { 'data-testid': 'typed-phrase', autocomplete: 'off', spellcheck: 'false' }),
    ),
    h('div', { class: 'actions' }, action('useTyped', w.useTyped, '')),
  ];
}

function aboutPhrase({ isKnownPhrase, refusesMainnet }: Snapshot): string {
  const { knownPhrase, mainnetRefused, mainnetServed, ownPhrase } = words;
  if (!isKnownPhrase) return ownPhrase;
  return `${knownPhrase} ${refusesMainnet ? mainnetRefused : mainnetServed}`;
}

/** Shown first if the chain was restarted, with the one action that helps. */
export function drawChainNotice({ localChain }: Snapshot): Content {
  if (localChain === null || !localChain.isAnother) return null;
  const { anotherChain, beginAnew } = words;
  return h(
    'section',
    { class: 'notice', role: 'alert', 'data-testid': 'another-chain', 'data-key': 'chain' },
    h('p', {}, anotherChain(localChain.host)),
    h('div', { class: 'actions' }, action('reset', beginAnew, 'primary')),
  );
}

function action(name: string, label: string, look: string, more = {}): Element {
  const attributes = { type: 'button', class: look, 'data-action': name, 'data-testid': name };
  return h('button', { ...attributes, ...more }, label);
}
