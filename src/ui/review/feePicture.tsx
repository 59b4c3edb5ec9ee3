import { Box, Image } from '@metamask/snaps-sdk/jsx';
import type { Say, TextName } from '../text/words';
import { Note } from './draw';
import type { FeeFacts } from './facts';

type L1 = NonNullable<FeeFacts['l1']>;

const BAR = { width: 6, gap: 2, height: 32 };
/** Both can be told from light and dark; the last bar, which is now, stands out by its place, too. */
const COLOR = { past: '#7a8190', now: '#3f7fdc' };

/** Bars as SVG; of numbers alone, each brought into its range. */
export function barsOf(picture: readonly number[]): string {
  const step = BAR.width + BAR.gap;
  const bars = picture.map((share, index) => {
    const height = Math.max(1, Math.round(Math.min(1, Math.max(0, share)) * BAR.height));
    const color = index + 1 === picture.length ? COLOR.now : COLOR.past;
    const place = `x="${index * step}" y="${BAR.height - height}"`;
    return `<rect ${place} width="${BAR.width}" height="${height}" fill="${color}"/>`;
  });
  const [width, height] = [Math.max(1, picture.length * step - BAR.gap), BAR.height];
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${bars.join('')}</svg>`;
}

function pictureName(lowerThan: number): TextName {
  if (lowerThan >= 60) return 'home.l1Calm';
  return lowerThan >= 25 ? 'home.l1Usual' : 'home.l1Busy';
}

/** How busy Ethereum is, in a sentence and in bars. */
export const FeePicture = ({ l1, say }: { l1: L1; say: Say }) => {
  const places = { percent: String(l1.lowerThan), blocks: String(l1.blocks) };
  return (
    <Box>
      <Image
        src={barsOf(l1.picture)}
        alt={say({ say: 'home.l1Picture', with: { blocks: places.blocks } })}
      />
      <Note>{say({ say: pictureName(l1.lowerThan), with: places })}</Note>
    </Box>
  );
};
