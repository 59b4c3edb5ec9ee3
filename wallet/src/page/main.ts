import type { Command, Snapshot } from '../view';
import { drawApproval } from './approvalCard';
import { type Content, h } from './dom';
import { listenForInput } from './inputs';
import { openLink } from './link';
import { morph } from './morph';
import { reveal } from './revealed';
import { drawActivity, drawModule, drawWallet } from './sections';

const tabs = { module: 'Module', activity: 'Activity', wallet: 'Wallet' } as const;
type Tab = keyof typeof tabs;

const root = document.querySelector('#root');
if (!(root instanceof HTMLElement)) throw new Error('The page has no root.');
const page = root;
const link = openLink();

let latest: Snapshot | null = null;
let isLost = false;
let tab: Tab = 'module';
let problem: string | null = null;
const step = { reset: false, phrase: false };

function redraw(): void {
  if (latest === null) return;
  const snapshot = latest;
  const next = h('main', { id: 'root' }, drawPage(snapshot));
  morph(page, next, link.isBehind(snapshot));
  // The page's policy forbids styles in markup; sizes that a module chose are set here.
  for (const element of page.querySelectorAll<HTMLElement>('[data-width], [data-height]')) {
    element.style.width = cssSize(element.dataset.width);
    element.style.height = cssSize(element.dataset.height);
  }
  const count = snapshot.approvals.length;
  document.title = count === 0 ? 'Developer wallet' : `(${count}) Developer wallet`;
}

function drawPage(snapshot: Snapshot): Content {
  return [
    isLost
      ? h('p', { class: 'failure', role: 'alert' }, 'The wallet has stopped. Start it again.')
      : null,
    problem === null ? null : h('p', { class: 'failure', role: 'alert' }, problem),
    h(
      'section',
      { class: 'queue', 'aria-label': 'To answer', 'aria-live': 'polite', 'data-key': 'queue' },
      snapshot.approvals.length === 0
        ? h('p', { class: 'hint' }, 'Nothing to answer. What dapps ask of you appears here.')
        : snapshot.approvals.map(drawApproval),
    ),
    h(
      'nav',
      { class: 'tabs', 'aria-label': 'Sections', 'data-key': 'tabs' },
      Object.entries(tabs).map(([name, label]) =>
        h(
          'button',
          {
            type: 'button',
            'data-tab': name,
            'data-testid': `tab-${name}`,
            'aria-current': name === tab ? 'page' : null,
          },
          label,
        ),
      ),
    ),
    h('section', { class: 'tab', 'data-key': `tab-${tab}` }, drawTab(snapshot)),
  ];
}

function drawTab(snapshot: Snapshot): Content {
  if (tab === 'module') return drawModule(snapshot);
  return tab === 'activity' ? drawActivity(snapshot) : drawWallet(snapshot, step);
}

function cssSize(size: string | undefined): string {
  if (size === undefined) return '';
  return /^\d+$/.test(size) ? `${size}px` : size;
}

async function send(command: Command): Promise<void> {
  problem = await link.send(command);
  redraw();
}

page.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return;
  const { answer, tab: chosen, reveal: path, copy, action } = button.dataset;
  if (answer !== undefined) void decide(button, answer === 'approve');
  else if (chosen !== undefined && chosen in tabs)
    tab = chosen as Tab; // checked on this line
  else if (path !== undefined) reveal(path);
  else if (copy !== undefined) void copyText(button, copy);
  else if (action !== undefined) act(action, button.dataset);
  redraw();
});

function act(action: string, { kind, site }: DOMStringMap): void {
  if (action === 'openPage' && (kind === 'home' || kind === 'settings')) {
    void send({ do: 'openPage', kind });
  } else if (action === 'closePage' || action === 'install') {
    void send({ do: action });
  } else if (action === 'disconnect' && site !== undefined) {
    void send({ do: 'disconnect', origin: site });
  } else if (action === 'showPhrase') {
    step.phrase = true;
  } else if (action === 'askReset' || action === 'keep') {
    step.reset = action === 'askReset';
  } else if (action === 'reset') {
    step.reset = false;
    void send({ do: 'reset' });
  }
}

async function decide(button: HTMLButtonElement, approve: boolean): Promise<void> {
  const card = button.closest<HTMLElement>('[data-id]');
  const id = card?.dataset.id;
  if (id === undefined) return;
  const value = card?.querySelector<HTMLInputElement>('[data-prompt]')?.value;
  await send({ do: 'decide', id, approve, ...(value === undefined ? {} : { value }) });
}

async function copyText(button: HTMLButtonElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}

listenForInput(page, (input) => {
  void send({ do: 'input', input });
});

void link.follow((snapshot) => {
  isLost = snapshot === null;
  latest = snapshot ?? latest;
  redraw();
});
