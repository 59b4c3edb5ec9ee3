import { describe, expect, it } from '@jest/globals';
import { Banner, Box, Button, Icon, Row, Section, Text } from '@metamask/snaps-sdk/jsx';
import { flat } from './flat';

const text = { alignment: 'start', color: 'default', size: 'md', fontWeight: 'regular' };
const box = { direction: 'vertical', alignment: 'start' };

describe('flat', () => {
  it('makes the choices that wallets would otherwise try out', () => {
    const { props } = flat(
      <Box>
        <Text>a</Text>
        <Section>
          <Button>
            <Icon name="add" />
          </Button>
        </Section>
      </Box>,
    );
    expect(props).toMatchObject({
      ...box,
      children: [
        { props: text },
        {
          props: {
            ...box,
            children: {
              props: {
                type: 'button',
                variant: 'primary',
                size: 'md',
                children: { props: { size: 'inherit', color: 'default' } },
              },
            },
          },
        },
      ],
    });
  });

  it('keeps the choices that a drawing makes', () => {
    expect(flat(<Text color="error">a</Text>).props).toEqual({
      ...text,
      color: 'error',
      children: 'a',
    });
  });

  it('leaves a text the color of a banner, and of a row that warns', () => {
    const { color: _, ...colorless } = text;
    const inRow = (variant?: 'critical') =>
      flat(
        <Row label="a" variant={variant}>
          <Text>b</Text>
        </Row>,
      ).props;
    const banner = flat(
      <Banner title="a" severity="danger">
        <Text>b</Text>
      </Banner>,
    );
    for (const { children } of [inRow('critical'), banner.props])
      expect(children).toHaveProperty('props', { ...colorless, children: 'b' });
    expect(inRow().children).toHaveProperty('props', { ...text, children: 'b' });
  });

  it('draws no gap, and no list within a list', () => {
    const lines = [<Text>a</Text>, null, [<Text>b</Text>]];
    expect(flat(<Box>{lines}</Box>).props.children).toMatchObject([
      { props: { children: 'a' } },
      { props: { children: 'b' } },
    ]);
  });
});
