import type { Json } from '@metamask/utils';
import type { InputEvent, UserInput } from '../protocol/view';

type Send = (input: UserInput) => void;

/** Reports user input in the module's interfaces below `root`. */
export function listenForInput(root: HTMLElement, send: Send): void {
  root.addEventListener('input', ({ target }) => {
    if (isField(target) && target.dataset.as !== 'file') report(target, change(target));
  });

  root.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.as === 'file') {
      void readFile(target).then((event) => report(target, event));
    }
  });

  root.addEventListener('click', ({ target }) => {
    const button = buttonOf(target);
    // Submit buttons are reported by their form, which also handles the Enter key.
    if (button?.type === 'button') report(button, click(button));
  });

  root.addEventListener('submit', (event) => {
    event.preventDefault();
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    const name = target.dataset.form;
    if (name === undefined) return;
    const button = buttonOf(submitter);
    if (submitter && !button) return;
    if (button) report(target, click(button));
    report(target, { type: 'FormSubmitEvent', name });
  });

  function report(element: HTMLElement, event: InputEvent): void {
    const interfaceId = element.closest<HTMLElement>('[data-ui]')?.dataset.ui;
    const form = element.closest<HTMLElement>('[data-form]')?.dataset.form;
    if (interfaceId !== undefined) send({ interfaceId, form: form ?? null, event });
  }
}

function isField(target: EventTarget | null): target is HTMLInputElement | HTMLSelectElement {
  const kind = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return kind && target.dataset.field !== undefined;
}

function buttonOf(target: EventTarget | null): HTMLButtonElement | null {
  if (target instanceof Element) return target.closest('button[data-button]:not([aria-disabled])');
  return null;
}

function click(button: HTMLButtonElement): InputEvent {
  const { name } = button.dataset;
  if (name === undefined) return { type: 'ButtonClickEvent' };
  return { type: 'ButtonClickEvent', name };
}

function change(field: HTMLInputElement | HTMLSelectElement): InputEvent {
  return { type: 'InputChangeEvent', name: field.dataset.field ?? '', value: read(field) };
}

/** The value of a field, in the form in which the platform reports it to modules. */
function read(field: HTMLInputElement | HTMLSelectElement): Json {
  const { value } = field;
  switch (field.dataset.as) {
    case 'checked':
      return field instanceof HTMLInputElement && field.checked;
    case 'address':
      if (value === '') return null;
      return `${field.dataset.chain ?? ''}:${value}`;
    case 'account':
      if (value === '') return null;
      return { accountId: value, addresses: [value] };
    case 'asset':
      if (value === '') return null;
      return { asset: value, name: value, symbol: value };
    case 'date':
      return isoTime(`${value}T00:00`);
    case 'time':
      return isoTime(`${new Date().toISOString().slice(0, 10)}T${value}`);
    case 'datetime':
      return isoTime(value);
    default:
      return value;
  }
}

function isoTime(local: string): string | null {
  const date = new Date(local);
  if (Number.isNaN(date.getTime())) return null;
  return date.toISOString();
}

async function readFile(field: HTMLInputElement): Promise<InputEvent> {
  const name = field.dataset.field ?? '';
  const file = field.files?.[0];
  if (!file) return { type: 'FileUploadEvent', name, file: null };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return {
    type: 'FileUploadEvent',
    name,
    file: { name: file.name, size: file.size, contentType: file.type, contents: btoa(binary) },
  };
}
