import { soakSequences } from '../../test/sequences/soak';
import { approving } from '../../test/stage/approvals';
import { complaintsOf } from '../../test/stage/complaints';
import { pathSteps, runStep } from '../../test/stage/mainJob';
import { openStage, type Stage } from '../../test/stage/stage';

const print = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Takes the guided path as somebody whom the dapp has never seen; the wallet knows them by then. */
async function takePath({ browser, dapp, walletPage }: Stage): Promise<string[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(dapp.url);
    await approving(walletPage, async () => {
      for (const step of pathSteps) await runStep(page, step);
    });
    return complaints;
  } finally {
    await context.close();
  }
}

/** The guided path in a browser, so many times. @returns how many complaints its pages had */
async function soakPath(rounds: number): Promise<number> {
  const stage = await openStage({ blocks: 'transaction' });
  let found = 0;
  try {
    const ofWallet = complaintsOf(stage.walletPage);
    for (let round = 1; round <= rounds; round += 1) {
      const started = performance.now();
      // A page that asks a wallet while there is none is told so by the browser itself.
      await stage.walletPage.goto('about:blank');
      await stage.restartWallet();
      const complaints = [...(await takePath(stage)), ...ofWallet.splice(0)];
      found += complaints.length;
      print({ round, ms: Math.round(performance.now() - started), complaints });
    }
  } finally {
    await stage.stop();
  }
  print({ ok: found === 0, rounds, complaints: found });
  return found;
}

const numberOf = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/u.test(text)) throw new Error(`Not a number: ${text}`);
  return Number(text);
};

const isRandom = process.argv[2] === 'random';
const [count = '20', seed = String(Date.now() % 1e9), length = '40'] = process.argv.slice(
  isRandom ? 3 : 2,
);
const found = isRandom
  ? await soakSequences(
      { first: numberOf(seed), count: numberOf(count), length: numberOf(length) },
      print,
    )
  : await soakPath(numberOf(count));
// What a wallet that was ended leaves waiting is nobody's.
process.exit(found === 0 ? 0 : 1);
