import {
  Box,
  Button,
  Copyable,
  Field,
  FileInput,
  Form,
  Input,
  Section,
} from '@metamask/snaps-sdk/jsx';
import { Note, Title } from '../review/draw';
import type { Shown } from './shown';

/** The button that makes a backup, and the form that brings one back with its fields. */
export const backupParts = {
  make: 'page.backup.make',
  restore: 'page.backup.restore',
  text: 'text',
  file: 'file',
} as const;

export type BackupFacts = {
  /** The sealed text once it is made; null before that. */
  sealed: string | null;
  /** True right after the form was accepted, which clears its field. */
  isTaken: boolean;
};

/** Keeps what the phrase cannot bring back as one text, and brings it back. */
export const HomeBackup = ({ facts: { sealed, isTaken }, say }: Shown<BackupFacts>) => (
  <Box>
    <Section>
      <Title>{say({ say: 'home.backupMake' })}</Title>
      <Note>{say({ say: 'home.backupText' })}</Note>
      {sealed === null ? (
        <Button name={backupParts.make}>{say({ say: 'home.backupMake' })}</Button>
      ) : (
        <Box>
          <Copyable value={sealed} />
          <Note>{say({ say: 'home.backupKeep' })}</Note>
        </Box>
      )}
    </Section>
    <Section>
      <Title>{say({ say: 'home.backupRestore' })}</Title>
      <Note>{say({ say: 'home.backupRestoreText' })}</Note>
      <Form name={backupParts.restore}>
        <Field label={say({ say: 'home.backupPaste' })}>
          <Input
            name={backupParts.text}
            placeholder="xnet-backup-1.…"
            value={isTaken ? '' : undefined}
          />
        </Field>
        <Field label={say({ say: 'home.backupFile' })}>
          <FileInput name={backupParts.file} accept={['text/plain', '.txt']} />
        </Field>
        <Button type="submit" name={`${backupParts.restore}.go`}>
          {say({ say: 'home.backupRestore' })}
        </Button>
      </Form>
    </Section>
  </Box>
);
