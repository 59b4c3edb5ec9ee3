import type { ModuleView, PageKind, Snapshot } from '../view';
import { type Content, h } from './dom';
import { drawInterface } from './interfaceView';

const pageNames: Record<PageKind, string> = { home: 'Home', settings: 'Settings' };

/** The module: what is installed, and the pages it draws itself. */
export function drawModule({ module, page, buildError }: Snapshot): Content {
  const problem =
    buildError === null
      ? null
      : h(
          'p',
          { class: 'failure', role: 'alert' },
          `The new build could not be installed, the earlier one is still in use: ${buildError}`,
        );
  if (module === null) {
    return [
      problem,
      h('h2', {}, 'No module is installed'),
      h('p', {}, 'It is installed when a dapp asks for it and you agree. You can also do it here.'),
      h('div', { class: 'actions' }, action('install', 'Install the module', '')),
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
          pageNames[kind],
        ),
      ),
      page === null ? null : action('closePage', 'Close', 'quiet'),
    ),
    page === null
      ? null
      : h(
          'div',
          { class: 'page', 'data-testid': 'module-page' },
          page.error === null ? null : h('p', { class: 'failure', role: 'alert' }, page.error),
          page.ui === null
            ? page.error === null && h('p', { class: 'hint', role: 'status' }, 'Opening.')
            : drawInterface(page.ui),
        ),
  ];
}

function drawInstalled({ name, version, id, checksum, status }: ModuleView): Content {
  return [
    h('h2', {}, name),
    h(
      'dl',
      { class: 'facts' },
      h('dt', {}, 'Version'),
      h('dd', {}, version),
      h('dt', {}, 'Id'),
      h('dd', {}, id),
      h('dt', {}, 'Checksum'),
      h('dd', {}, h('code', {}, checksum)),
      h('dt', {}, 'State'),
      h('dd', {}, status),
    ),
  ];
}

/** The module's notifications and the last requests of dapps. */
export function drawActivity({ requests, notices }: Snapshot): Content {
  return [
    h('h2', {}, 'Notifications'),
    notices.length === 0
      ? h('p', { class: 'hint' }, 'The module has not notified you of anything yet.')
      : h(
          'ul',
          { class: 'notices', 'data-testid': 'notices' },
          notices.map(({ id, time, title, message }) =>
            h(
              'li',
              { 'data-key': `notice-${id}` },
              h('time', {}, clock(time)),
              h('span', {}, title === null ? null : h('strong', {}, `${title} `), message),
            ),
          ),
        ),
    h('h2', {}, 'Requests'),
    requests.length === 0
      ? h('p', { class: 'hint' }, 'No dapp has asked for anything yet.')
      : h(
          'div',
          { class: 'scroll' },
          h(
            'table',
            { 'data-testid': 'requests' },
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                ['Time', 'Origin', 'Method', 'ms', 'Result'].map((name) =>
                  h('th', { scope: 'col' }, name),
                ),
              ),
            ),
            h(
              'tbody',
              {},
              requests.map(({ id, time, origin, method, milliseconds, errorCode }) =>
                h(
                  'tr',
                  { 'data-key': `request-${id}` },
                  h('td', {}, clock(time)),
                  h('td', {}, origin),
                  h('td', {}, h('code', {}, method)),
                  h('td', { class: 'number' }, milliseconds === null ? '' : String(milliseconds)),
                  h(
                    'td',
                    { class: errorCode === null ? '' : 'error' },
                    outcome(milliseconds, errorCode),
                  ),
                ),
              ),
            ),
          ),
        ),
  ];
}

/** Connected sites, the phrase, and starting afresh. */
export function drawWallet(
  { sites, phrase }: Snapshot,
  step: { reset: boolean; phrase: boolean },
): Content {
  return [
    h('h2', {}, 'Connected sites'),
    sites.length === 0
      ? h('p', { class: 'hint' }, 'No site is connected.')
      : h(
          'ul',
          { class: 'sites' },
          sites.map((origin) =>
            h(
              'li',
              { 'data-key': `site-${origin}` },
              h('span', {}, origin),
              h(
                'button',
                {
                  type: 'button',
                  class: 'quiet',
                  'data-action': 'disconnect',
                  'data-site': origin,
                },
                'Disconnect',
              ),
            ),
          ),
        ),
    h('h2', {}, 'Recovery phrase'),
    h('p', { class: 'hint' }, 'A phrase for tests. Never send money of value to its accounts.'),
    step.phrase
      ? h('p', { class: 'phrase' }, h('code', {}, phrase))
      : h('div', { class: 'actions' }, action('showPhrase', 'Show the phrase', '')),
    h('h2', {}, 'Start afresh'),
    h(
      'p',
      { class: 'hint' },
      'Deletes the module, its data and all connections. The phrase stays.',
    ),
    h(
      'div',
      { class: 'actions' },
      step.reset
        ? [
            action('keep', 'Keep everything', ''),
            action('reset', 'Delete everything', 'destructive'),
          ]
        : action('askReset', 'Reset the wallet', ''),
    ),
  ];
}

function action(name: string, label: string, look: string): Element {
  const attributes = { type: 'button', class: look, 'data-action': name, 'data-testid': name };
  return h('button', attributes, label);
}

function outcome(milliseconds: number | null, errorCode: number | null): string {
  if (milliseconds === null) return 'open';
  return errorCode === null ? 'ok' : String(errorCode);
}

function clock(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
