import {
  Box,
  Button,
  Dropdown,
  Field,
  Footer,
  Form,
  Input,
  Option,
  Section,
} from '@metamask/snaps-sdk/jsx';
import type { NamedNetwork } from '../../schema/primitives';
import { Ends, fitBeside, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import type { Say, TextName } from '../text/words';
import { drawNotice } from './notice';
import type { Shown } from './shown';
import { getLinkName, getSubmitName, type Notice } from './view';

/** Buttons of settings, and their forms, by the name of the setting. */
export const settingParts = {
  unfold: 'page.unfold.',
  /** Unfolds those that few people need. */
  advanced: 'page.advanced',
  form: 'page.form.',
  /** Buttons next to a form. */
  remove: 'page.remove.',
  usePublic: 'page.usePublic.',
} as const;

/** Fields of the forms of settings. */
export type SettingField = 'network' | 'choice' | 'url' | 'key' | 'secret';

export type SettingFacts = {
  name: string;
  /** True if few people need it: it stands behind a button. */
  isAdvanced?: boolean;
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
  /** Label of the button that chooses a service which needs neither address nor key. */
  usePublic?: TextName;
};

export type SettingsFacts = {
  settings: readonly SettingFacts[];
  open: string;
  /** True right after the form was accepted, which clears its fields. */
  isTaken: boolean;
};

const drawForm = (setting: SettingFacts, isTaken: boolean, say: Say) => {
  const { name, networks, choice, inputs = [], remove, usePublic } = setting;
  return [
    <Form name={`${settingParts.form}${name}`}>
      {networks !== undefined && (
        <Field label={say({ say: 'review.network' })}>
          <Dropdown name="network">
            {networks.map((network) => (
              <Option value={network.chainId}>{say(network.name)}</Option>
            ))}
          </Dropdown>
        </Field>
      )}
      {choice !== undefined && (
        <Field label={say({ say: choice.label })}>
          <Dropdown name="choice" value={choice.chosen}>
            {choice.options.map(({ value, label }) => (
              <Option value={value}>{say(label)}</Option>
            ))}
          </Dropdown>
        </Field>
      )}
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
    </Form>,
    usePublic !== undefined && (
      <SmallButton name={`${settingParts.usePublic}${name}`}>{say({ say: usePublic })}</SmallButton>
    ),
    remove && setting.now.some(({ value }) => typeof value === 'string') ? (
      <Button name={`${settingParts.remove}${name}`} variant="destructive">
        {say({ say: remove })}
      </Button>
    ) : null,
  ];
};

/** A setting with its value on one line, and a button that opens its form. */
const drawSetting = (
  setting: SettingFacts,
  { facts: { open, isTaken }, notice, say }: Shown<SettingsFacts>,
) => {
  const { now, name } = setting;
  const isOpen = open === name;
  const title = say({ say: setting.title });
  const button = say({ say: isOpen ? 'home.fold' : 'home.change' });
  const values = [...new Set(now.map(({ value }) => say(value)))];
  const isOnLine =
    values.length === 1 &&
    fitBeside([
      { text: title },
      { text: values.join(), size: 'sm' },
      // Wallets draw a button with an inset at both sides.
      { text: `${button}  `, size: 'sm' },
    ]);
  const lines =
    values.length === 1
      ? values
      : now.map(({ label, value }) =>
          say({ say: 'review.labelled', with: { label: label ?? '', value } }),
        );
  return (
    <Box>
      <Ends>
        <Title>{title}</Title>
        <Box direction="horizontal" crossAlignment="center">
          {isOnLine && <Note>{values.join()}</Note>}
          <SmallButton name={`${settingParts.unfold}${name}`}>{button}</SmallButton>
        </Box>
      </Ends>
      {!isOnLine && lines.map((line) => <Note>{line}</Note>)}
      {isOpen && <Note>{say({ say: setting.about })}</Note>}
      {isOpen && notice?.form === name && drawNotice(notice, say)}
      {isOpen && drawForm(setting, isTaken, say)}
    </Box>
  );
};

/** True while the form that a notice stands in is open. */
export const hasNoticeInForm = ({ settings, open }: SettingsFacts, notice?: Notice): boolean =>
  notice?.form === open && settings.some(({ name }) => name === open);

/** The value of `open` while the advanced settings are unfolded without a form. */
export const ADVANCED = 'advanced';

/** Each setting with its current value; one form at a time is open. */
export const HomeSettings = (shown: Shown<SettingsFacts>) => {
  const { facts, say } = shown;
  const everyday = facts.settings.filter(({ isAdvanced }) => !isAdvanced);
  const advanced = facts.settings.filter(({ isAdvanced }) => isAdvanced);
  const isUnfolded = facts.open === ADVANCED || advanced.some(({ name }) => name === facts.open);
  return [
    <Section>{everyday.map((setting) => drawSetting(setting, shown))}</Section>,
    <Ends>
      <SmallButton name={getLinkName('contacts')}>{say({ say: 'home.contacts' })}</SmallButton>
      <SmallButton name={getLinkName('backup')}>{say({ say: 'home.backup' })}</SmallButton>
    </Ends>,
    <SmallButton name={settingParts.advanced}>
      {say({ say: isUnfolded ? 'home.foldAdvanced' : 'home.advanced' })}
    </SmallButton>,
    isUnfolded && <Section>{advanced.map((setting) => drawSetting(setting, shown))}</Section>,
    <Button name={getLinkName('stored')} size="sm">
      {say({ say: 'home.stored' })}
    </Button>,
  ];
};

/** Saves the open form. */
export const drawSettingsFooter = ({ facts: { settings, open }, say }: Shown<SettingsFacts>) => {
  const setting = settings.find(({ name }) => name === open);
  if (!setting) return null;
  const hasInputs = setting.inputs !== undefined && setting.inputs.length > 0;
  return (
    <Footer>
      <Button name={getSubmitName(`${settingParts.form}${setting.name}`)}>
        {say({ say: hasInputs ? 'home.checkAndUse' : 'home.save' })}
      </Button>
    </Footer>
  );
};
