import { Button, Dropdown, Field, Form, Input, Option, Section } from '@metamask/snaps-sdk/jsx';
import type { NamedNetwork } from '../../schema/primitives';
import { Ends, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import type { Say, TextName } from '../text/words';
import { homeParts, type SettingField } from './view';

export type SettingFacts = {
  name: string;
  title: TextName;
  about: TextName;
  /** What is used now, for each network or for all: words of ours where nothing is set. */
  now: readonly { label: Label | null; value: Label }[];
  /** Networks to choose among; absent where the setting is for all. */
  networks?: readonly NamedNetwork[];
  /** What can be chosen from a list. */
  choice?: {
    label: TextName;
    options: readonly { value: string; label: Label }[];
    chosen?: string;
  };
  /** What can be typed in. Nothing of it is ever drawn. */
  inputs?: readonly { field: SettingField; label: TextName; placeholder?: string }[];
  /** Text of the button that takes away what is set. */
  remove?: TextName;
};

export type SettingsFacts = {
  settings: readonly SettingFacts[];
  open: string;
  /** True right after the form was taken: what was typed in is wiped out. */
  isTaken: boolean;
};

const drawForm = (setting: SettingFacts, isTaken: boolean, say: Say) => {
  const { name, networks, choice, inputs = [], remove } = setting;
  return [
    <Form name={`${homeParts.form}${name}`}>
      {networks ? (
        <Field label={say({ say: 'review.network' })}>
          <Dropdown name="network">
            {networks.map((network) => (
              <Option value={network.chainId}>{say(network.name)}</Option>
            ))}
          </Dropdown>
        </Field>
      ) : null}
      {choice ? (
        <Field label={say({ say: choice.label })}>
          <Dropdown name="choice" value={choice.chosen}>
            {choice.options.map(({ value, label }) => (
              <Option value={value}>{say(label)}</Option>
            ))}
          </Dropdown>
        </Field>
      ) : null}
      {inputs.map(({ field, label, placeholder }) => (
        <Field label={say({ say: label })}>
          <Input
            name={field}
            type={field === 'url' ? 'text' : 'password'}
            placeholder={placeholder ?? (field === 'url' ? 'https://…' : undefined)}
            value={isTaken ? '' : undefined}
          />
        </Field>
      ))}
      <Button type="submit" name={`${homeParts.form}${name}.save`}>
        {say({ say: inputs.length > 0 ? 'home.checkAndUse' : 'home.save' })}
      </Button>
    </Form>,
    remove && setting.now.some(({ value }) => typeof value === 'string') ? (
      <Button name={`${homeParts.remove}${name}`} variant="destructive">
        {say({ say: remove })}
      </Button>
    ) : null,
  ];
};

/** Each setting with what it is now; its form is behind a button, and one is open at a time. */
export const HomeSettings = ({ settings, open, isTaken, say }: SettingsFacts & { say: Say }) =>
  settings.map((setting) => (
    <Section>
      <Ends>
        <Title>{say({ say: setting.title })}</Title>
        <SmallButton name={`${homeParts.unfold}${setting.name}`}>
          {say({ say: open === setting.name ? 'home.fold' : 'home.change' })}
        </SmallButton>
      </Ends>
      {setting.now.map(({ label, value }) =>
        label === null ? (
          <Note>{say(value)}</Note>
        ) : (
          <Note>{say({ say: 'review.labelled', with: { label, value } })}</Note>
        ),
      )}
      {open === setting.name ? <Note>{say({ say: setting.about })}</Note> : null}
      {open === setting.name ? drawForm(setting, isTaken, say) : null}
    </Section>
  ));
