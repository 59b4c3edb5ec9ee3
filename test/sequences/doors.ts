import { setTimeout as pause } from 'node:timers/promises';
import { allowanceParts } from '../../src/ui/home/allowances';
import { mainParts } from '../../src/ui/home/main';
import { settingParts } from '../../src/ui/home/settings';
import { getLinkName } from '../../src/ui/home/view';
import { type Door, doors } from '../wallet/doors';
import { listParts, type Tree } from '../wallet/fakeDialogs';
import type { Run } from './run';
import { addresses } from './world';

type Interfaces = Run['world']['wallet']['interfaces'];

/** Time until what a press leads to is drawn. */
const DRAWN_MS = 1_000;

/** How a door is counted. */
export const nameDoor = ({ type, name }: Door): string => `door ${type} ${name.trim()}`;

export const doorNames: readonly string[] = doors.map(nameDoor);

/** The parts of a drawing that lead through a door. */
function findDoor({ type, name }: Door, tree: unknown): Tree[] {
  const isOf: Record<Door['type'], (part: Tree) => boolean> = {
    ButtonClickEvent: (part) => part.type === 'Button' && part.props.disabled !== true,
    InputChangeEvent: (part) => /^(Checkbox|Dropdown|Input)$/u.test(part.type),
    FormSubmitEvent: (part) => part.type === 'Form',
  };
  return listParts(tree)
    .filter(isOf[type])
    .filter(({ props }) =>
      type === 'InputChangeEvent' ? props.name === name : String(props.name).startsWith(name),
    );
}

/** An input at a door that is not drawn; wallets refuse a value that another type has. */
function byNameAlone({ type, name }: Door): Parameters<Interfaces['input']>[0]['event'] {
  if (type === 'InputChangeEvent') return { type, name, value: addresses[1] };
  return { type, name };
}

/** What unfolds parts that have doors. */
const unfolding = [
  settingParts.unfold,
  settingParts.advanced,
  allowanceParts.unfold,
  mainParts.hidden,
  mainParts.networks,
];

/** What is typed; `by` selects among it, and among what a list offers. */
function valueFor({ type, props }: Tree, by: number): unknown {
  if (type === 'Checkbox') return props.checked !== true;
  const offered = listParts(props.children).map((option) => option.props.value);
  const texts = [addresses[1], '1', '0.5', 'Name', '', 'alice.stark', '0x1'];
  return type === 'Dropdown' ? offered[by % offered.length] : texts[by % texts.length];
}

/**
 * Opens the part of the page that has a door and goes through it: by what is drawn there, else, as
 * one whose drawing is older, by its name alone.
 */
export async function goThrough({ world, note }: Run, door: Door, by: number): Promise<void> {
  const { interfaces } = world.wallet;
  const page = () => world.page()?.ui ?? null;
  const act = (form: string | null, event: Parameters<typeof interfaces.input>[0]['event']) => {
    const ui = page();
    if (ui) interfaces.input({ interfaceId: ui.id, form, event });
  };
  const drawn = (one: Door) => findDoor(one, page()?.content);
  const press = (name: string) => act(null, { type: 'ButtonClickEvent', name });
  const button = (name: string): Door => ({ type: 'ButtonClickEvent', name, page: door.page });
  const seek = async (): Promise<Tree[]> => {
    const until = Date.now() + DRAWN_MS;
    while (drawn(door).length === 0 && Date.now() < until) await pause(20);
    return drawn(door);
  };

  await interfaces.openPage('home');
  if (door.page !== 'main') {
    const links = drawn(button(getLinkName(door.page)));
    press(String(links[by % links.length]?.props.name ?? getLinkName(door.page)));
  }
  let found = await seek();
  const folded = unfolding.flatMap((name) => drawn(button(name)));
  if (found.length === 0 && folded.length > 0) {
    press(String(folded[by % folded.length]?.props.name));
    found = await seek();
  }
  const part = found[by % found.length];
  if (!part) {
    act(null, byNameAlone(door));
    await pause(150);
    // What is gone may be told by an error.
    return interfaces.openPage('home');
  }
  note(`drawn ${nameDoor(door)}`);
  const name = String(part.props.name);
  if (door.type === 'InputChangeEvent') {
    const form = listParts(page()?.content).find(
      ({ type, props }) => type === 'Form' && listParts(props.children).includes(part),
    );
    return act(form ? String(form.props.name) : null, {
      type: door.type,
      name,
      value: valueFor(part, by),
    });
  }
  if (door.type === 'FormSubmitEvent')
    for (const [at, field] of listParts(part.props.children).entries())
      if (/^(Checkbox|Dropdown|Input)$/u.test(field.type))
        act(name, {
          type: 'InputChangeEvent',
          name: String(field.props.name),
          value: valueFor(field, by + at),
        });
  act(null, { type: door.type, name });
}
