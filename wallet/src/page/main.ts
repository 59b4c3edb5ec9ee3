import { isFaultName } from '../protocol/faultNames';
import type { Command, Snapshot } from '../protocol/view';
import { drawActivity } from './activity';
import { drawApproval } from './approvalCard';
import { type Content, h } from './dom';
import { fit } from './fit';
import { createFocus } from './focus';
import { listenForInput } from './inputs';
import { openLink } from './link';
import { morph } from './morph';
import { reveal } from './revealed';
import { drawChainNotice, drawModule, drawWallet } from './sections';
import { words } from './words';

/** Set in the browser's storage while dialogs are drawn wide. */
const WIDE = 'wide';

const tabs = ['module', 'activity', 'wallet'] as const;
type Tab = (typeof tabs)[number];

const root = document.querySelector('#root');
if (!(root instanceof HTMLElement)) throw new Error('The page has no root.');
const page = root;
const link = openLink();
const focus = createFocus(page);

let latest: Snapshot | null = null;
let isLost = false;
let tab: Tab = 'module';
let problem: string | null = null;
const step = { reset: false, phrase: false, wide: localStorage.getItem(WIDE) !== null };

function redraw(): void {
  if (latest === null) return;
  const snapshot = latest;
  const next = h('main', { id: 'root', 'data-revision': snapshot.revision }, drawPage(snapshot));
  const focusHolder = document.activeElement;
  morph(page, next, link.isBehind(snapshot));
  document.documentElement.classList.toggle('wide', step.wide);
  fit(page);
  const count = snapshot.approvals.length;
  const { title, sealKnown, sealOwn } = words;
  document.title = count === 0 ? title : `(${count}) ${title}`;
  const seal = document.querySelector('.seal');
  if (seal) seal.textContent = snapshot.isKnownPhrase ? sealKnown : sealOwn;
  focus.follow(
    snapshot.approvals.map(({ id }) => id),
    focusHolder,
  );
}

function drawPage(snapshot: Snapshot): Content {
  const w = words;
  const { approvals } = snapshot;
  return [
    isLost && h('p', { class: 'failure', role: 'alert' }, w.stopped),
    drawChainNotice(snapshot),
    problem === null || isLost ? null : h('p', { class: 'failure', role: 'alert' }, problem),
    h(
      'section',
      { class: 'queue', 'aria-label': w.toAnswer, 'aria-live': 'polite', 'data-key': 'queue' },
      approvals.length === 0 && h('p', { class: 'hint' }, w.nothingToAnswer),
      approvals.length > 1 &&
        h('p', { class: 'count', 'data-testid': 'waiting' }, w.waiting(String(approvals.length))),
      approvals.map(drawApproval),
    ),
    h(
      'nav',
      { class: 'tabs', 'aria-label': w.sections, 'data-key': 'tabs' },
      tabs.map((name) =>
        h(
          'button',
          {
            type: 'button',
            'data-tab': name,
            'data-testid': `tab-${name}`,
            'aria-current': name === tab && 'page',
          },
          w[name],
        ),
      ),
    ),
    h('section', { class: 'tab', 'data-key': `tab-${tab}`, tabindex: -1 }, drawTab(snapshot)),
  ];
}

function drawTab(snapshot: Snapshot): Content {
  if (tab === 'module') return drawModule(snapshot);
  if (tab === 'activity') return drawActivity(snapshot);
  return drawWallet(snapshot, step);
}

async function send(command: Command): Promise<void> {
  problem = await link.send(command);
  redraw();
}

page.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest('button');
  const copyable = target.closest<HTMLElement>('[data-copy]');
  if (copyable && button?.dataset.more === undefined) void copyText(copyable);
  if (!button) return;
  const { answer, tab: chosen, reveal: secret, more, action } = button.dataset;
  const path = secret ?? more;
  if (answer !== undefined) void decide(button, answer === 'approve');
  else if (chosen !== undefined) tab = tabs.find((name) => name === chosen) ?? tab;
  else if (path !== undefined) reveal(path);
  else if (action !== undefined) act(action, button.dataset);
  redraw();
});

function act(action: string, { kind, site, id, fault, seconds, phrase }: DOMStringMap): void {
  if (action === 'openPage' && (kind === 'home' || kind === 'settings')) {
    void send({ do: 'openPage', kind });
  } else if (action === 'closePage' || action === 'install' || action === 'endWorker') {
    void send({ do: action });
  } else if (action === 'snapshotChain' || action === 'revertChain') {
    void send({ do: action });
  } else if (action === 'increaseTime') {
    void send({ do: action, seconds: Number(seconds) });
  } else if (action === 'setTime') {
    void send({ do: action, time: Math.floor(Date.now() / 1_000) });
  } else if (action === 'disconnect' && site !== undefined) {
    void send({ do: 'disconnect', origin: site });
  } else if (action === 'fault' && isFaultName(fault)) {
    void send({ do: 'fault', name: fault, isOn: latest?.faults.includes(fault) !== true });
  } else if (action === 'openRequest') {
    const row = latest?.requests.find((request) => String(request.id) === id);
    if (row) void send({ do: 'openRequest', id: row.id, isOpen: row.detail === null });
  } else if (action === 'usePhrase' && phrase !== undefined) {
    usePhrase(phrase);
  } else if (action === 'useTyped') {
    const field = page.querySelector<HTMLInputElement>('[data-testid=typed-phrase]');
    usePhrase(field?.value ?? '');
    if (field) field.value = '';
  } else if (action === 'showPhrase') {
    step.phrase = true;
  } else if (action === 'wide') {
    step.wide = !step.wide;
    if (step.wide) localStorage.setItem(WIDE, '');
    else localStorage.removeItem(WIDE);
  } else if (action === 'askReset' || action === 'keep') {
    step.reset = action === 'askReset';
  } else if (action === 'reset') {
    step.reset = false;
    void send({ do: 'reset' });
  }
}

function usePhrase(phrase: string): void {
  step.phrase = false;
  void send({ do: 'usePhrase', phrase });
}

// Escape refuses, as closing a dialog does; an informative card is closed by its only button.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const card = focus.card();
  const button =
    card?.querySelector<HTMLButtonElement>('[data-answer=reject]') ??
    card?.querySelector<HTMLButtonElement>('.footer [data-answer=approve]:only-child');
  button?.click();
});

async function decide(button: HTMLButtonElement, approve: boolean): Promise<void> {
  const card = button.closest<HTMLElement>('[data-id]');
  const id = card?.dataset.id;
  if (id === undefined) return;
  const value = card?.querySelector<HTMLInputElement>('[data-prompt]')?.value;
  await send({ do: 'decide', id, approve, ...(value !== undefined && { value }) });
}

async function copyText(copyable: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(copyable.dataset.copy ?? '');
  const button = copyable.querySelector('[data-copies]');
  button?.setAttribute('aria-label', words.copied);
  setTimeout(() => button?.setAttribute('aria-label', words.copy), 3_000);
}

listenForInput(page, (input) => {
  void send({ do: 'input', input });
});

void link.follow((snapshot) => {
  isLost = snapshot === null;
  latest = snapshot ?? latest;
  redraw();
});
