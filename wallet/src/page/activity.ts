import type { CallView, RequestView, Snapshot } from '../protocol/view';
import { type Content, h } from './dom';
import { icon } from './icons';
import { words } from './words';

/** The module's notifications and the latest requests of dapps. */
export function drawActivity({ requests, notices }: Snapshot): Content {
  const { notifications, noNotifications, requests: title, noRequests } = words;
  return [
    h('h2', {}, title),
    requests.length === 0
      ? h('p', { class: 'hint' }, noRequests)
      : h('ul', { class: 'requests', 'data-testid': 'requests' }, requests.map(drawRequest)),
    h('h2', {}, notifications),
    notices.length === 0
      ? h('p', { class: 'hint' }, noNotifications)
      : h(
          'ul',
          { class: 'notices', 'data-testid': 'notices' },
          notices.map(({ id, time, title: about, message }) =>
            h(
              'li',
              { 'data-key': `notice-${id}` },
              h('time', {}, clock(time)),
              h('span', {}, about !== null && h('strong', {}, `${about} `), message),
            ),
          ),
        ),
  ];
}

/** An expandable row: the method and its outcome; then time, caller and duration. */
function drawRequest(request: RequestView): Element {
  const { id, time, origin, method, milliseconds, errorCode, times, detail } = request;
  return h(
    'li',
    { 'data-key': `request-${id}` },
    h(
      'button',
      {
        type: 'button',
        class: 'request',
        'data-action': 'openRequest',
        'data-id': id,
        'aria-expanded': String(detail !== null),
      },
      h('code', { class: 'method' }, times > 1 ? `${method} × ${times}` : method),
      h('span', { class: errorCode === null ? 'outcome' : 'outcome error' }, outcome(request)),
      h(
        'small',
        {},
        h('time', {}, clock(time)),
        h('span', { class: 'origin' }, origin),
        milliseconds !== null && h('span', {}, `${Math.round(milliseconds)} ms`),
      ),
    ),
    detail !== null && drawDetail(request, detail),
  );
}

function drawDetail(request: RequestView, detail: NonNullable<RequestView['detail']>): Element {
  const { params, reply, error, calls } = detail;
  const w = words;
  const part = (title: string, text: string | null) => [
    h('h3', {}, title),
    h('pre', { tabindex: 0, role: 'group', 'aria-label': title }, text ?? w.none),
  ];
  const copied = JSON.stringify({ ...request, detail }, null, 2);
  return h(
    'div',
    { class: 'detail' },
    part(w.params, params),
    reply !== null && part(w.reply, reply),
    error !== null && part(w.error, error),
    calls.length !== 0 && part(w.moduleCalls, calls.map(callLine).join('\n')),
    h(
      'div',
      { class: 'copyable', 'data-copy': copied, 'data-testid': 'as-json' },
      h('span', {}, w.asJson),
      h('button', { type: 'button', 'data-copies': '', 'aria-label': w.copy }, icon('copy')),
    ),
  );
}

/** After how many milliseconds, for how many, and what. */
const callLine = ({
  method,
  about,
  after: delay,
  milliseconds,
  size,
  answer,
}: CallView): string => {
  const answerText = answer && ` → ${answer.status ?? '×'}, ${answer.size ?? '?'} B`;
  const subject = [method, about].filter(Boolean).join(' ');
  return `+${delay} ms  ${milliseconds ?? '…'} ms  ${subject}  ${size} B${answerText ?? ''}`;
};

function outcome({ milliseconds, errorCode }: RequestView): string {
  const { open, done, failed } = words;
  if (milliseconds === null) return open;
  if (errorCode === null) return done;
  return failed(String(errorCode));
}

function clock(time: number): string {
  return new Date(time).toLocaleTimeString('en', { hour12: false });
}
