import { isRecord, readFields, readItems } from '../record';
import { splitAccount } from './address';
import { type Content, h } from './dom';
import {
  type Component,
  choice,
  type Drawing,
  getChildren,
  heldValue,
  isComponent,
  text,
} from './tree';

type DrawChildren = (component: Component, drawing: Drawing) => Content;
type Draw = (component: Component, drawing: Drawing, inner: DrawChildren) => Content;

export function isField(type: string): boolean {
  return Object.hasOwn(fields, type);
}

/** Draws input fields and buttons. `data-field` and `data-as` define how they are read. */
export function drawField(component: Component, drawing: Drawing, inner: DrawChildren): Content {
  return fields[component.type]?.(component, drawing, inner);
}

export function drawForm(component: Component, { ui }: Drawing, content: Content): Element {
  const name = text(component, 'name');
  return h('form', { id: formId(ui, name), class: 'form', 'data-form': name }, content);
}

/** Several dialogs with their own forms can be on the page at once. */
function formId(ui: string, name: string): string {
  return `${ui}/${name}`;
}

const fields: Record<string, Draw> = {
  Button: (component, drawing, inner) => {
    const { disabled, loading } = component.props;
    const form = text(component, 'form');
    const name = text(component, 'name');
    return h(
      'button',
      {
        type: choice(component, 'type', ['button', 'submit']),
        form: form === '' ? null : formId(drawing.ui, form),
        class: `${choice(component, 'variant', ['plain', 'destructive'])} ${choice(component, 'size', ['md', 'sm'])}`,
        // A loading button keeps the focus, and pressing it does nothing.
        disabled: disabled === true && loading !== true,
        'aria-disabled': loading === true && 'true',
        'data-button': '',
        'data-name': name || null,
        // A redraw must not change the focused button. A trailing number only tells drawings apart.
        'data-key': name === '' ? null : `button/${name.replace(/\.\d+$/u, '')}`,
        'aria-busy': loading === true && 'true',
      },
      loading === true && h('span', { class: 'spinner', 'aria-hidden': 'true' }),
      inner(component, drawing),
    );
  },
  Field: (component, drawing, inner) => {
    const error = text(component, 'error');
    const label = text(component, 'label');
    const group = getChildren(component).some(
      (child) => isComponent(child) && ['RadioGroup', 'Selector', 'Checkbox'].includes(child.type),
    );
    return h(
      // A label belongs to one field; a group needs a legend.
      group ? 'fieldset' : 'label',
      { class: error === '' ? 'field' : 'field wrong' },
      label !== '' && h(group ? 'legend' : 'span', { class: 'label' }, label),
      h(
        'span',
        { class: 'controls' },
        inner(component, { ...drawing, isLabelled: label !== '', isWrong: error !== '' }),
      ),
      error !== '' && h('span', { class: 'error', role: 'alert' }, error),
    );
  },
  Input: (component, drawing) => {
    const { min, max, step } = component.props;
    const type = choice(component, 'type', ['text', 'password', 'number']);
    const limits =
      type === 'number' ? { min: limit(min), max: limit(max), step: limit(step) ?? 'any' } : {};
    return input(component, drawing, 'text', { type, ...limits });
  },
  AddressInput: (component, drawing) => {
    const chain = text(component, 'chainId');
    const value = heldValue(component, drawing);
    const { address } = splitAccount(typeof value === 'string' ? value : '');
    const attributes = {
      type: 'text',
      spellcheck: 'false',
      'data-chain': chain,
      'data-value': address,
    };
    return input(component, drawing, 'address', attributes);
  },
  AccountSelector: (component, drawing) => {
    const value = heldValue(component, drawing);
    const [first = ''] = readItems(readFields(value).addresses).map(String);
    return input(component, drawing, 'account', { type: 'text', 'data-value': first });
  },
  AssetSelector: (component, drawing) => {
    const value = heldValue(component, drawing);
    const asset = String(readFields(value).asset ?? '');
    return input(component, drawing, 'asset', { type: 'text', 'data-value': asset });
  },
  DateTimePicker: (component, drawing) => {
    const kind = choice(component, 'type', ['datetime', 'date', 'time']);
    const value = heldValue(component, drawing);
    const { disablePast, disableFuture } = component.props;
    const now = localTime(new Date().toISOString(), kind);
    return input(component, drawing, kind, {
      type: kind === 'datetime' ? 'datetime-local' : kind,
      min: disablePast === true ? now : null,
      max: disableFuture === true ? now : null,
      'data-value': typeof value === 'string' ? localTime(value, kind) : '',
    });
  },
  FileInput: (component, drawing) => {
    const { accept } = component.props;
    const value = heldValue(component, drawing);
    return [
      input(component, drawing, 'file', {
        type: 'file',
        accept: Array.isArray(accept) ? accept.join(',') : null,
      }),
      isRecord(value) ? h('small', {}, `${String(value.name)}, ${String(value.size)} bytes`) : null,
    ];
  },
  Checkbox: (component, drawing) =>
    h(
      'label',
      { class: `check ${choice(component, 'variant', ['default', 'toggle'])}` },
      input(component, drawing, 'checked', {
        type: 'checkbox',
        role: component.props.variant === 'toggle' && 'switch',
        'data-value': String(heldValue(component, drawing) === true),
      }),
      text(component, 'label'),
    ),
  Dropdown: (component, drawing) =>
    h(
      'select',
      {
        ...fieldAttributes(component, drawing, 'text'),
        'aria-label': drawing.isLabelled === true ? null : text(component, 'name'),
      },
      options(component).map((option) =>
        h(
          'option',
          { value: text(option, 'value'), disabled: option.props.disabled === true },
          text(option, 'children'),
        ),
      ),
    ),
  RadioGroup: (component, drawing) =>
    h(
      'span',
      { class: 'choices', role: 'radiogroup' },
      options(component).map((option) =>
        h('label', { class: 'check' }, radio(component, option, drawing), text(option, 'children')),
      ),
    ),
  Selector: (component, drawing, inner) =>
    h(
      'span',
      { class: 'choices', role: 'radiogroup', 'aria-label': text(component, 'title') },
      options(component).map((option) =>
        h(
          'label',
          { class: 'check wide' },
          radio(component, option, drawing),
          inner(option, drawing),
        ),
      ),
    ),
  Option: (_component, _drawing) => null,
  Radio: (_component, _drawing) => null,
  SelectorOption: (component, drawing, inner) => inner(component, drawing),
};

function input(
  component: Component,
  drawing: Drawing,
  tag: string,
  attributes: Record<string, string | boolean | null>,
): Element {
  return h('input', {
    ...fieldAttributes(component, drawing, tag),
    autocomplete: 'off',
    ...attributes,
  });
}

function fieldAttributes(component: Component, drawing: Drawing, tag: string) {
  const name = text(component, 'name');
  const value = heldValue(component, drawing);
  const shownText = typeof value === 'string' ? value : '';
  const { disabled } = component.props;
  return {
    name,
    'data-field': name,
    'data-as': tag,
    'data-key': `${drawing.form ?? ''}/${name}`,
    'data-value': tag === 'file' ? null : shownText,
    placeholder: text(component, 'placeholder') || null,
    disabled: disabled === true,
    'aria-invalid': drawing.isWrong === true && 'true',
  };
}

function radio(group: Component, option: Component, drawing: Drawing): Element {
  const value = text(option, 'value');
  const disabled = group.props.disabled === true || option.props.disabled === true;
  return input(group, drawing, 'choice', {
    type: 'radio',
    name: `${drawing.ui}/${drawing.form ?? ''}/${text(group, 'name')}`,
    value,
    disabled,
    'data-key': `${drawing.form ?? ''}/${text(group, 'name')}/${value}`,
    'data-value': String(heldValue(group, drawing) === value),
  });
}

function options(component: Component): Component[] {
  return getChildren(component).filter(isComponent);
}

function limit(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return null;
}

/** Formats an ISO 8601 time in local time, as the browser's date and time fields expect it. */
function localTime(iso: string, kind: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  if (kind === 'date') return local.slice(0, 10);
  if (kind === 'time') return local.slice(11, 16);
  return local.slice(0, 16);
}
