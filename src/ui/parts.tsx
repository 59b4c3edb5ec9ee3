import { Button, Row, Text } from '@metamask/snaps-sdk/jsx';

/** What explains something. */
export const Note = ({ children }: { children: string }) => (
  <Text size="sm" color="alternative">
    {children}
  </Text>
);

/** What only accompanies something. */
export const Aside = ({ children }: { children: string }) => (
  <Text size="sm" color="muted">
    {children}
  </Text>
);

export const Line = ({ label, children }: { label: string; children: string }) => (
  <Row label={label}>
    <Text>{children}</Text>
  </Row>
);

export const SmallButton = ({ name, children }: { name: string; children: string }) => (
  <Button name={name} size="sm">
    {children}
  </Button>
);
