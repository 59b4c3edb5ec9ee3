import { approving } from '../../test/stage/approvals';
import { complaintsOf } from '../../test/stage/complaints';
import { pathSteps, runStep } from '../../test/stage/mainJob';
import { openStage, type Stage } from '../../test/stage/stage';

const [rounds = '20'] = process.argv.slice(2);
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

if (!/^[1-9]\d{0,3}$/u.test(rounds)) throw new Error(`That is no number of rounds: ${rounds}`);
const stage = await openStage({ blocks: 'transaction' });
let found = 0;
try {
  const ofWallet = complaintsOf(stage.walletPage);
  for (let round = 1; round <= Number(rounds); round += 1) {
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
print({ ok: found === 0, rounds: Number(rounds), complaints: found });
process.exitCode = found === 0 ? 0 : 1;
