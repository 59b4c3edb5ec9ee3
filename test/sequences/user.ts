import { listParts, type Tree } from '../wallet/fakeDialogs';
import { getWords, type Interface } from './driven';
import { API_KEY } from './paymaster';
import type { World } from './world';

/** The user's answer to a dialog; `by` selects among its buttons, checkboxes and options. */
export type Answer = {
  do: 'agree' | 'refuse' | 'leave' | 'press' | 'fill';
  by: number;
};
export type Seen = { id: string; words: Set<string>; answer: Answer; isAgreed: boolean };

/** Time until a press takes effect in the drawing. */
const DRAWN_MS = 400;
const agreed: Answer = { do: 'agree', by: 0 };
const NOBODY = 'https://nobody.invalid';
const isAgreeing = (name: string) => /^(confirm\.|shareAccounts$)/u.test(name);

const buttonIn = (parts: readonly Tree[], isMeant: (name: string) => boolean) =>
  parts.find(({ type, props }) => type === 'Button' && isMeant(String(props.name)));

const isOnPage = (id: string) => id.startsWith(PAGE);
const PAGE = 'page ';

/** What the module asks on its page, each time under another id. */
function createPageQuestions() {
  let count = 0;
  let wasAsked = false;
  return {
    look(ui: Interface | null | undefined): { id: string; ui: Interface } | undefined {
      const isAsked = !!ui && !!buttonIn(listParts(ui.content), isAgreeing);
      if (isAsked && !wasAsked) count += 1;
      wasAsked = isAsked;
      return isAsked ? { id: `${PAGE}${count}`, ui } : undefined;
    },
  };
}

/** Answers the module's dialogs with their own buttons. */
export function createUser(
  world: World,
  note: (what: string) => void,
  /** Reads folded details before approving; used when dialogs are compared with what was signed. */
  { isThorough }: { isThorough: boolean },
) {
  const seen = new Map<string, Seen>();
  const asked = createPageQuestions();
  /** All that waits for an answer. */
  const openIds = (): string[] => {
    const onPage = asked.look(world.page()?.ui);
    return [...world.approvals().map(({ id }) => id), ...(onPage ? [onPage.id] : [])];
  };
  let answers: Answer[] = [];
  const done = new Map<string, number>();

  /** Does something once, and again if it had no effect for a while. */
  const once = (name: string, act: () => void) => {
    if (Date.now() - (done.get(name) ?? 0) < 1_500) return;
    done.set(name, Date.now());
    act();
  };
  const input = (
    ui: Interface,
    event: Parameters<World['wallet']['interfaces']['input']>[0]['event'],
  ) => {
    const inForm = listParts(ui.content).find(
      ({ type, props }) =>
        type === 'Form' && listParts(props.children).some((part) => part.props.name === event.name),
    );
    const form = event.type === 'InputChangeEvent' && inForm ? String(inForm.props.name) : null;
    try {
      world.wallet.interfaces.input({ interfaceId: ui.id, form, event });
    } catch {
      // It was just closed.
    }
  };

  /** Fills in or presses whatever `by` selects. */
  function meddle(ui: Interface, { do: what, by }: Answer): void {
    const parts = listParts(ui.content);
    const buttons = parts.filter(
      ({ type, props }) =>
        type === 'Button' && props.disabled !== true && !isAgreeing(String(props.name)),
    );
    const fields = parts.filter(({ type }) => /^(Checkbox|Dropdown|Input)$/u.test(type));
    // A single field among many, so favour the choice of who pays.
    const payer = by % 2 === 1 && fields.find(({ props }) => props.name === 'payWith');
    const field = payer || fields[by % fields.length];
    const part = what === 'fill' ? field : buttons[by % buttons.length];
    if (!part) return;
    const name = String(part.props.name);
    const kind = name.replace(/\.?(0x[\da-f]+|https?:.*|\d+)/giu, '#');
    note(`${what} ${kind}`);
    if (part.type === 'Button') {
      const isSubmit = part.props.type === 'submit';
      const form = parts.find(
        ({ type, props }) => type === 'Form' && listParts(props.children).includes(part),
      );
      if (isSubmit && form) input(ui, { type: 'FormSubmitEvent', name: String(form.props.name) });
      else input(ui, { type: 'ButtonClickEvent', name });
      return;
    }
    const options = listParts(part.props.children).map(({ props }) => props.value);
    const texts = ['1', '0', '', '-1', 'unlimited', world.proxy.url, NOBODY, API_KEY];
    const values: Record<string, unknown> = {
      Checkbox: part.props.checked !== true,
      Dropdown: options[(by >> 4) % options.length],
      Input: texts[(by >> 4) % texts.length],
    };
    const value = values[part.type];
    input(ui, { type: 'InputChangeEvent', name, value });
  }

  const press = (ui: Interface, name: string) => input(ui, { type: 'ButtonClickEvent', name });
  const decide = (id: string, approve: boolean) =>
    once(id, () => void world.wallet.decide(id, { approve }));
  const refuse = (id: string, ui: Interface) =>
    isOnPage(id) ? once(id, () => press(ui, 'leave')) : decide(id, false);

  function agree(id: string, ui: Interface): void {
    const parts = listParts(ui.content);
    const button = buttonIn(parts, isAgreeing);
    for (const { type, props } of parts)
      if (type === 'Checkbox' && props.checked !== true)
        once(`${id} ${props.name}`, () =>
          input(ui, { type: 'InputChangeEvent', name: String(props.name), value: true }),
        );
    // Invalid input is cleared.
    for (const { type, props } of parts) {
      const [field] = type === 'Field' && props.error ? listParts(props.children) : [];
      const name = String(field?.props.name);
      if (field)
        once(`${id} ${name}`, () => input(ui, { type: 'InputChangeEvent', name, value: '' }));
    }
    const name = String(button?.props.name);
    if (!button) decide(id, true);
    else if (button.props.disabled === true) done.delete(`${id} ${name}`);
    else once(`${id} ${name}`, () => press(ui, name));
  }

  /** True if it was done now or a moment ago, so its effect is not drawn yet. */
  function isFresh(name: string, act: () => void): boolean {
    if (!done.has(name)) {
      done.set(name, Date.now());
      act();
    }
    return Date.now() - (done.get(name) ?? 0) < DRAWN_MS;
  }

  function act(one: Seen, id: string, ui: Interface): void {
    const { answer } = one;
    if (answer.do === 'refuse') refuse(id, ui);
    else if (answer.do !== 'leave') {
      if (answer.do !== 'agree' && isFresh(`${id} meddled`, () => meddle(ui, answer))) return;
      // Before approving, read everything.
      const isFolded = listParts(ui.content).some(({ props }) => props.name === 'details');
      if (isThorough && isFolded && isFresh(`${id} details`, () => press(ui, 'details'))) return;
      one.isAgreed = true;
      agree(id, ui);
    }
  }

  /** Answers what is asked in a dialog or on the page. */
  function answerThere(id: string, ui: Interface): void {
    const known = seen.get(id);
    const one = known ?? {
      id,
      answer: answers.shift() ?? agreed,
      words: new Set(),
      isAgreed: false,
    };
    seen.set(id, one);
    if (!known) note(`dialog ${one.answer.do}`);
    for (const word of getWords(ui.content)) one.words.add(word);
    act(one, id, ui);
  }

  function look(): void {
    // A locked wallet shows no dialogs.
    if (world.isLocked()) return;
    const onPage = asked.look(world.page()?.ui);
    if (onPage) answerThere(onPage.id, onPage.ui);
    for (const { id, type, loading, ui } of world.approvals()) {
      if (!ui || !type.startsWith('snap_dialog')) {
        if (!loading) once(`${id} ${type}`, () => void world.wallet.decide(id, { approve: true }));
        continue;
      }
      answerThere(id, ui);
    }
  }

  let isLooking = false;
  const lookSoon = () => {
    if (isLooking) return;
    isLooking = true;
    setImmediate(() => {
      isLooking = false;
      look();
    });
  };
  world.listen(lookSoon);
  const timer = setInterval(lookSoon, 300);

  return {
    seen,
    meddle,
    /** Answers for the next dialogs; all others are approved. */
    expect(next: readonly Answer[]) {
      answers = [...next];
    },
    /** Answers the dialogs that were left open. */
    answerLeft(answer: Answer) {
      const open = new Set(openIds());
      const left = [...seen.values()].filter(
        (one) => one.answer.do === 'leave' && open.has(one.id),
      );
      for (const one of left) one.answer = answer;
      lookSoon();
      return left.length;
    },
    isLeftOpen() {
      return openIds().some((id) => seen.get(id)?.answer.do === 'leave');
    },
    stop: () => clearInterval(timer),
  };
}
