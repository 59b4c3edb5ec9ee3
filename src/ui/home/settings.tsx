import { Button, Dropdown, Field, Form, Input, Option, Section } from '@metamask/snaps-sdk/jsx';
import type { NamedNetwork } from '../../schema/primitives';
import { Ends, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import type { Say, TextName } from '../text/words';
import type { Shown } from './shown';
import { getLinkName } from './view';

/** Buttons of settings, and their forms, by the name of the setting. */
export const settingParts = {
  unfold: 'page.unfold.',
  form: 'page.form.',
  /** The button next to a form. */
  remove: 'page.remove.',
} as const;

/** Fields of the forms of settings. */
export type SettingField = 'network' | 'choice' | 'url' | 'key' | 'secret';

export type SettingFacts = {
  name: string;
  title: TextName;
  about: TextName;
  /** The value in use, per network or for all; a text of ours if nothing is set. */
  now: readonly { label: Label | null; value: Label }[];
  /** Networks to choose from; absent if the setting is for all. */
  networks?: readonly NamedNetwork[];
  /** A list to choose from. */
  choice?: {
    label: TextName;
    options: readonly { value: string; label: Label }[];
    chosen?: string;
  };
  /** Text fields. Their content is never drawn. */
  inputs?: readonly { field: SettingField; label: TextName; placeholder?: string }[];
  /** Label of the button that removes the value. */
  remove?: TextName;
};

export type SettingsFacts = {
  settings: readonly SettingFacts[];
  open: string;
  /** True right after the form was accepted, which clears its fields. */
  isTaken: boolean;
};

const drawForm = (setting: SettingFacts, isTaken: boolean, say: Say) => {
  const { name, networks, choice, inputs = [], remove } = setting;
  return [
    <Form name={`${settingParts.form}${name}`}>
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
      <Button type="submit" name={`${settingParts.form}${name}.save`}>
        {say({ say: inputs.length > 0 ? 'home.checkAndUse' : 'home.save' })}
      </Button>
    </Form>,
    remove && setting.now.some(({ value }) => typeof value === 'string') ? (
      <Button name={`${settingParts.remove}${name}`} variant="destructive">
        {say({ say: remove })}
      </Button>
    ) : null,
  ];
};

/** Each setting with its current value; a button opens its form, one at a time. */
export const HomeSettings = ({ facts, say }: Shown<SettingsFacts>) => [
  ...facts.settings.map((setting) => (
    <Section>
      <Ends>
        <Title>{say({ say: setting.title })}</Title>
        <SmallButton name={`${settingParts.unfold}${setting.name}`}>
          {say({ say: facts.open === setting.name ? 'home.fold' : 'home.change' })}
        </SmallButton>
      </Ends>
      {setting.now.map(({ label, value }) =>
        label === null ? (
          <Note>{say(value)}</Note>
        ) : (
          <Note>{say({ say: 'review.labelled', with: { label, value } })}</Note>
        ),
      )}
      {facts.open === setting.name ? <Note>{say({ say: setting.about })}</Note> : null}
      {facts.open === setting.name ? drawForm(setting, facts.isTaken, say) : null}
    </Section>
  )),
  <Button name={getLinkName('stored')}>{say({ say: 'home.stored' })}</Button>,
];
